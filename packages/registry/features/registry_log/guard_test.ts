import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { openCheckpoint } from "@svc/log/checkpoint";
import { cosignatureLine, formatVkey, keyOf, parseVkey } from "@svc/log/note";
import { sql } from "kysely";
import type { Services } from "../../access/services.ts";
import { noteEvent } from "../../access/registry_log/note.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { compiledIn } from "../../testing/compiled.ts";
import { testRegistry } from "../../testing.ts";
import { exposition } from "../operating/exposition.ts";
import { readHead } from "./head.ts";
import { createLogKey } from "./key.ts";
import { openRegistryLog } from "./registry_log.ts";
import { keyFile, type LoggingRegistry, loggingRegistry, readLog } from "./testing.ts";

/** Notes so many events, each another. */
async function note(services: Services, count: number): Promise<void> {
  const { id } = await services.db.selectFrom("collective").select("id").executeTakeFirstOrThrow();
  await inTransaction(services.db, async (trx) => {
    for (let n = 0; n < count; n++) {
      const credential = crypto.randomUUID();
      const said = { kind: "token", change: "added", credential, scopes: [] } as const;
      await noteEvent(trx, { at: services.now().toISOString(), collectiveId: id, said });
    }
  });
}

async function grown(size: number, environment: Record<string, string> = {}) {
  const registry = await loggingRegistry({ environment });
  await addCollective(registry.services, "acme");
  await note(registry.services, size);
  await registry.services.registryLog!.sequence();
  return registry;
}

const TABLES = ["log_head", "log_leaf", "log_tile", "log_pending"] as const;

/** The tables of the log as they are, to be put back: a database that loses what it acknowledged. */
async function snapshot({ services: { db } }: LoggingRegistry) {
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()));
  return async () => {
    for (const [at, table] of TABLES.entries()) {
      await db.deleteFrom(table).execute();
      for (const row of rows[at]!) await db.insertInto(table).values(row as never).execute();
    }
  };
}

async function assertLost(registry: LoggingRegistry): Promise<void> {
  await assert.rejects(registry.services.registryLog!.sequence(), { code: "log_lost" });
  const answer = await registry.request("/log/checkpoint");
  assert.deepEqual([answer.status, (await answer.json()).code], [503, "log_lost"]);
  const ready = await (await registry.request("/readyz")).json();
  assert.deepEqual([ready.status, ready.checks.log], ["ready", "failing"]);
  const metrics = await exposition(registry.services);
  assert.match(metrics, /^svc_log_lost 1$/m);
  assert.ok(registry.logged.some((line) => line.includes("log.lost")));
}

Deno.test("a failover that lost a commit stops the log before it signs another history", async () => {
  await using registry = await grown(10);
  const lose = await snapshot(registry);
  await note(registry.services, 5);
  await registry.services.registryLog!.sequence();
  await lose();
  await note(registry.services, 2);
  await assertLost(registry);
  assert.equal((await readHead(registry.services.db))!.size, 10, "nothing was added");
});

Deno.test("a history that has outgrown the lost one is found out as well, before it is served", async () => {
  await using registry = await grown(10);
  const lose = await snapshot(registry);
  const seen = await registry.services.mark.read();
  await note(registry.services, 5);
  await registry.services.registryLog!.sequence();
  const shown = await readLog(registry);
  const { mark } = registry.services;
  const read = mark.read;
  await lose();
  await note(registry.services, 9);
  // The server had looked before the other one noted its head.
  mark.read = () => {
    mark.read = read;
    return Promise.resolve(seen);
  };
  await assert.rejects(registry.services.registryLog!.sequence(), { code: "log_lost" });
  assert.equal((await readHead(registry.services.db))!.size, 19);
  await assertLost(registry);
  assert.equal((await mark.read())!.text, shown.note);
});

Deno.test("a mark that is no head, or of a later epoch, stops the log too", async () => {
  await using registry = await grown(3);
  const { mark } = registry.services;
  const { text } = (await mark.read())!;
  for (const other of ["rubbish", text.replace("/log\n", "/log/2\n")]) {
    assert.ok(await mark.write(other, await mark.read()));
    await note(registry.services, 1);
    await assertLost(registry);
  }
  assert.ok(await mark.write(text, await mark.read()));
  await registry.services.registryLog!.sequence();
  assert.equal((await registry.request("/log/checkpoint")).status, 200);
  assert.ok(registry.logged.some((line) => line.includes("log.recovered")));
});

Deno.test("a head that was committed and not noted beside the archives is noted before it is served", async () => {
  await using registry = await grown(4);
  const { mark } = registry.services;
  const { write } = mark;
  mark.write = () => Promise.reject(new Error("killed"));
  await note(registry.services, 3);
  await assert.rejects(registry.services.registryLog!.sequence(), /killed/);
  assert.equal((await readHead(registry.services.db))!.size, 7);
  const answer = await registry.request("/log/checkpoint");
  assert.equal(answer.status, 500, "nobody sees it");
  mark.write = write;
  const { head } = await readLog(registry);
  assert.equal(head.size, 7);
  assert.match((await mark.read())!.text, /^registry\.test\/log\n7\n/);
});

Deno.test("a head that another server notes between two looks is no lost log", async () => {
  await using registry = await grown(4);
  const { mark, registryLog } = registry.services;
  const { read } = mark;
  const other = (await openRegistryLog({
    ...registry.services,
    mark: { ...mark },
    fetch,
  }))!;
  /** Lets the other server go on once, before this one's look number `at` at what stands there. */
  const goOnBefore = (at: number) => {
    let looks = 0;
    mark.read = async () => {
      looks += 1;
      if (looks === at) {
        await note(registry.services, 2);
        await other.sequence();
      }
      return await read.call(mark);
    };
  };
  for (const at of [1, 2]) {
    goOnBefore(at);
    await note(registry.services, 3);
    await registryLog!.sequence();
  }
  goOnBefore(1);
  await note(registry.services, 1);
  await other.sequence();
  assert.equal((await registry.request("/log/checkpoint")).status, 200);
  assert.equal((await readHead(registry.services.db))!.size, 17);
  assert.ok(!registry.logged.some((line) => line.includes("log.lost")));
});

Deno.test("a key that others may read, of a wrong length, or of another log is refused at the start", async () => {
  const folder = await Deno.makeTempDir();
  const data = `${folder}/data`;
  const start = async (path: string) => {
    const environment = { SVC_DATA: data, SVC_LOG_KEY: path };
    await (await testRegistry({ environment }))[Symbol.asyncDispose]();
  };
  // Disposing of a test's registry takes its folder away.
  const keep = Deno.remove;
  try {
    const path = `${folder}/key`;
    await createLogKey(path);
    await assert.rejects(createLogKey(path), { code: "already_exists" });
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    for (const mode of [0o640, 0o604, 0o620, 0o644]) {
      await Deno.chmod(path, mode);
      await assert.rejects(start(path), { code: "validation_failed" });
    }
    await Deno.writeFile(`${folder}/short`, randomBytes(31), { mode: 0o600 });
    await assert.rejects(start(`${folder}/short`), /31 bytes/);
    await assert.rejects(start(`${folder}/none`), { code: "validation_failed" });
    await Deno.chmod(path, 0o600);
    Deno.remove = () => Promise.resolve();
    await start(path);
    await start(path);
    await assert.rejects(start(await keyFile(folder, "other")), /not the key of the log/);
  } finally {
    Deno.remove = keep;
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("while the key is changed both sign for 90 days, and the log tells of it", async () => {
  const folder = await Deno.makeTempDir();
  const data = `${folder}/data`;
  const keep = Deno.remove;
  try {
    const [old, fresh] = [await keyFile(folder, "old"), await keyFile(folder, "new")];
    const now = new Date("2026-11-23T10:00:00.000Z");
    const open = (environment: Record<string, string>, days = 0) =>
      loggingRegistry({
        environment: { SVC_DATA: data, ...environment },
        now: new Date(now.getTime() + days * 86_400_000),
      });
    Deno.remove = () => Promise.resolve();
    {
      await using first = await open({ SVC_LOG_KEY: old });
      await addCollective(first.services, "acme");
      await note(first.services, 2);
      await first.services.registryLog!.sequence();
    }
    const both = { SVC_LOG_KEY: fresh, SVC_LOG_OLD_KEY: old };
    for (const [days, keys] of [[0, 2], [89, 2], [91, 1]] as const) {
      await using registry = await open(both, days);
      await note(registry.services, 1);
      await registry.services.registryLog!.sequence();
      const log = await readLog(registry);
      assert.deepEqual([log.keys.length, log.head.signatures.length], [keys, keys], `${days} days`);
      const told = log.leaves.filter(({ kind }) => kind === "key");
      assert.equal(told.length, 1);
      assert.equal(told[0]!.vkey, formatVkey(log.keys[0]!));
      // Who knows the old key alone goes on for as long as both sign.
      const seed = await Deno.readFile(old);
      const known = [keyOf({ seed, name: "registry.test/log" })];
      if (keys === 2) openCheckpoint(log.note, "registry.test/log", known);
      else assert.throws(() => openCheckpoint(log.note, "registry.test/log", known));
      // Asking for the keys goes through the log once, not each time.
      const again = () => registry.request("/log/key").then((answer) => answer.text());
      const queries = await compiledIn(registry.services.db, again);
      assert.ok(queries.every((query) => !query.sql.includes("log_leaf")));
    }
    await using without = await open({ SVC_LOG_KEY: fresh }, 92);
    assert.equal((await readLog(without)).keys.length, 1);
  } finally {
    Deno.remove = keep;
    await Deno.remove(folder, { recursive: true });
  }
});

/** A witness by the protocol, in process: what it was sent, and how it answers. */
function witness(name: string) {
  const seed = new Uint8Array(randomBytes(32));
  const key = keyOf({ seed, name }, "cosignature");
  const self = {
    key,
    setting: `witness ${name} ${formatVkey(key)} http://${name}`,
    size: 0,
    asked: [] as string[],
    answer: undefined as (() => Response | Promise<Response>) | undefined,
    fetch(body: string): Response | Promise<Response> {
      self.asked.push(body);
      if (self.answer) return self.answer();
      const [old, rest] = [
        Number(/^old (\d+)\n/.exec(body)![1]),
        body.slice(body.indexOf("\n\n") + 2),
      ];
      if (old !== self.size) return new Response(`${self.size}\n`, { status: 409 });
      const text = rest.slice(0, rest.indexOf("\n\n") + 1);
      self.size = Number(text.split("\n")[1]);
      return new Response(cosignatureLine(text, { seed, name }, 1_700_000_000));
    },
  };
  return self;
}

Deno.test("witnesses are asked for each head; what they sign is served, and none holds anything up", async () => {
  const [one, other] = [witness("one.example"), witness("two.example")];
  const registry = await loggingRegistry({
    environment: { SVC_LOG_WITNESSES: `${one.setting}; ${other.setting}` },
    fetch: ((url: string, init: RequestInit) => {
      const { host, pathname } = new URL(url);
      assert.equal(pathname, "/add-checkpoint");
      return Promise.resolve(
        [one, other].find(({ key }) => key.name === host)!.fetch(String(init.body)),
      );
    }) as typeof fetch,
  });
  await using _ = registry;
  const signedBy = async () => {
    registry.clock.now = new Date(registry.clock.now.getTime() + 10_000);
    const note = await (await registry.request("/log/checkpoint")).text();
    const keys = (await (await registry.request("/log/key")).text()).trim().split("\n").map(
      parseVkey,
    );
    const { signatures, size } = openCheckpoint(note, "registry.test/log", [
      ...[...keys, one.key, other.key],
    ]);
    return [size, ...signatures.map(({ key }) => key.name)];
  };
  const more = async () => {
    await note(registry.services, 3);
    await registry.services.registryLog!.sequence();
  };
  await addCollective(registry.services, "acme");
  await more();
  assert.deepEqual(await signedBy(), [3, "registry.test/log", "one.example", "two.example"]);
  // A publication has its place before they have answered.
  const [silent, reached] = [
    Promise.withResolvers<Response>(),
    Promise.withResolvers<void>(),
  ];
  one.answer = () => {
    reached.resolve();
    return silent.promise;
  };
  const key = await addPerson(registry.services, "ada", { acme: "owner" });
  assert.equal((await published(registry, key)).logIndex, 3);
  await reached.promise;
  one.answer = undefined;
  silent.reject(new TypeError("away"));
  await registry.services.registryLog!.sequence();
  other.answer = () => Promise.reject(new TypeError("away"));
  await more();
  assert.deepEqual(await signedBy(), [7, "registry.test/log", "one.example"]);
  other.answer = undefined;
  await more();
  assert.deepEqual(await signedBy(), [10, "registry.test/log", "one.example", "two.example"]);
  // It has forgotten all: it says so, and is asked again from there.
  one.size = 0;
  await more();
  assert.deepEqual(await signedBy(), [13, "registry.test/log", "one.example", "two.example"]);
  assert.match(one.asked.at(-1)!, /^old 0\n/);
  for (
    const answer of [
      () => new Response("— one.example AAAA\n"),
      () => new Response("x".repeat(1_000_000)),
      () => new Response("999999999\n", { status: 409 }),
      () => new Response("-1\n", { status: 409 }),
      () => new Response("no", { status: 403 }),
      () =>
        new Response(
          cosignatureLine("another\n1\nlog\n", { seed: randomBytes(32), name: "one.example" }, 1),
        ),
    ]
  ) {
    one.answer = answer;
    await more();
    assert.deepEqual((await signedBy()).slice(1), ["registry.test/log", "two.example"]);
  }
  const metrics = await exposition(registry.services);
  assert.match(metrics, /^svc_log_witnesses_missing 1$/m);
  const { rows } = await sql<{ error: string }>`select error from log_witness
    where name = 'one.example'`.execute(registry.services.db);
  assert.match(rows[0]!.error, /signature|wrong|key/);
});
