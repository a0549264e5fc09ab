import { hashReader, tilesOf } from "@svc/log/tiles";
import {
  checkConsistency,
  checkInclusion,
  leafHash,
  proveConsistency,
  proveInclusion,
  rootOf,
} from "@svc/log/tree";
import assert from "node:assert/strict";
import { backfillLog } from "../extensions/logged/backfill.ts";
import { sql } from "kysely";
import { isPostgres } from "../../platform/store/engine.ts";
import { refuseWrites } from "../../testing/engine.ts";
import { published } from "../../testing/extensions/push.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { testRegistry } from "../../testing.ts";
import { seeded } from "../../testing/seeded.ts";
import { noteEvent } from "../../access/registry_log/note.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { checkLog } from "./check.ts";
import { readHead, tileReader } from "./head.ts";
import { BATCH } from "./sequence.ts";
import { keyFile, loggingRegistry, readLog } from "./testing.ts";

/** A registry with a log, and a way to have events noted. */
async function world(environment: Record<string, string> = {}) {
  const registry = await loggingRegistry({ environment });
  const { services } = registry;
  const collectiveId = await addCollective(services, "acme");
  const note = (count: number) =>
    inTransaction(services.db, async (trx) => {
      for (let n = 0; n < count; n++) {
        const said = { kind: "token", change: "added", credential: `c${n}`, scopes: [] } as const;
        await noteEvent(trx, { at: services.now().toISOString(), collectiveId, said });
      }
    });
  return { registry, services, note };
}

Deno.test("the log grows in batches, and every head leads to each later one", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  const random = seeded(20_261_123);
  const heads: { size: number; root: Uint8Array }[] = [];
  for (let round = 0; round < 12; round++) {
    await note(1 + Math.floor(random() * 90));
    await services.registryLog!.sequence();
    const { head, entries } = await readLog(registry);
    assert.deepEqual(rootOf(entries.map(leafHash)), head.root);
    heads.push(head);
  }
  const last = heads.at(-1)!;
  const row = (await readHead(services.db))!;
  const read = hashReader(tileReader(services.db, row.epoch), last.size);
  for (const { size, root } of heads) {
    const proof = await proveConsistency(read, size, last.size);
    assert.ok(
      checkConsistency({ from: size, fromRoot: root, to: last.size, toRoot: last.root, proof }),
    );
  }
  const { entries } = await readLog(registry);
  for (const index of [0, 1, 255, 256, last.size - 1]) {
    const proof = await proveInclusion(read, last.size, index);
    const leaf = leafHash(entries[index]!);
    assert.ok(checkInclusion({ ...last, index, leaf, proof }));
  }
  assert.equal((await checkLog(services.db)).wrong, undefined);
});

Deno.test("more than a batch that waits is in the log when all of it was asked for", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  await note(BATCH + 17);
  await services.registryLog!.sequence();
  assert.equal((await readLog(registry)).head.size, BATCH + 17);
});

Deno.test("what is noted while it numbers is in the log for who asked after it was noted", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  await note(3);
  const first = services.registryLog!.sequence();
  await note(2);
  await Promise.all([first, services.registryLog!.sequence(), services.registryLog!.sequence()]);
  assert.equal((await readHead(services.db))!.size, 5);
});

Deno.test("an event whose transaction is undone is in no log", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  await assert.rejects(
    inTransaction(services.db, async (trx) => {
      const { id } = await trx.selectFrom("collective").select("id").executeTakeFirstOrThrow();
      const said = { kind: "member", to: "owner", person: `${"A".repeat(22)}==` } as const;
      await noteEvent(trx, { at: services.now().toISOString(), collectiveId: id, said });
      throw new Error("undone");
    }),
    /undone/,
  );
  await note(1);
  await services.registryLog!.sequence();
  assert.equal((await readLog(registry)).head.size, 1);
});

Deno.test("a publication's answer has its place in the log, and the next one the next", async () => {
  const { registry, services } = await world();
  await using _ = registry;
  const key = await addPerson(services, "ada", { acme: "owner" });
  const first = await published(registry, key, { version: "2026.01.01.1" });
  const second = await published(registry, key, { version: "2026.01.02.1" });
  assert.deepEqual([first.logIndex, second.logIndex], [0, 1]);
});

Deno.test("a publication is acknowledged without its place when the log cannot go on", async () => {
  const { registry, services } = await world();
  await using _ = registry;
  const key = await addPerson(services, "ada", { acme: "owner" });
  services.mark.read = () => Promise.reject(new Error("the bucket is away"));
  const answer = await published(registry, key);
  assert.equal(answer.logIndex, null);
  assert.equal((await registry.request("/log/checkpoint")).status, 500);
});

Deno.test("without SVC_LOG_KEY nothing is noted, and the log answers that there is none", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "owner" });
  assert.equal((await published(registry, key)).logIndex, null);
  assert.deepEqual(await registry.services.db.selectFrom("log_pending").selectAll().execute(), []);
  for (
    const path of [
      ...["/log/checkpoint", "/log/key", "/log/tile/0/000", "/log/tile/entries/000"],
      ...["/api/v1/log/proof?name=@acme/hello", "/api/v1/log/entries?name=@acme/hello"],
    ]
  ) {
    const answer = await registry.request(path);
    assert.deepEqual([answer.status, (await answer.json()).code], [404, "log_disabled"], path);
  }
});

Deno.test("a clock that was set back changes the order of nothing", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  await note(2);
  await services.registryLog!.sequence();
  registry.clock.now = new Date(registry.clock.now.getTime() - 86_400_000);
  await note(2);
  await services.registryLog!.sequence();
  const { leaves, head } = await readLog(registry);
  assert.equal(head.size, 4);
  assert.ok(String(leaves[3]!.at) < String(leaves[0]!.at));
  assert.equal((await checkLog(services.db)).wrong, undefined);
});

Deno.test("what breaks off in the middle leaves the log as it was, and is done again", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  await note(300);
  await services.registryLog!.sequence();
  const before = await readLog(registry);
  await note(300);
  for (const write of ["insert on log_leaf", "insert on log_tile", "update on log_head"]) {
    await refuseWrites(services.db, `before ${write}`, "broken off");
    await assert.rejects(services.registryLog!.sequence(), /broken off/);
    await (isPostgres(services.db)
      ? sql`drop function refused_by_trigger() cascade`
      : sql`drop trigger refused`).execute(services.db);
    assert.deepEqual((await readLog(registry)).note, before.note, write);
    assert.equal((await checkLog(services.db)).wrong, undefined, write);
  }
  await services.registryLog!.sequence();
  assert.equal((await readLog(registry)).head.size, 600);
});

Deno.test("what was published before the log began gets its entries, in the order of publication", async () => {
  const folder = await Deno.makeTempDir();
  const data = `${folder}/data`;
  try {
    {
      await using before = await testRegistry({ environment: { SVC_DATA: data } });
      await addCollective(before.services, "acme");
      await addCollective(before.services, "dark", { private: true });
      const key = await addPerson(before.services, "ada", { acme: "owner", dark: "owner" });
      for (const [n, name] of ["@acme/one", "@dark/two", "@acme/one", "@acme/three"].entries()) {
        before.clock.now = new Date(before.clock.now.getTime() + 1000);
        await published(before, key, { name, version: `2026.01.01.${n + 1}` });
      }
    }
    const environment = { SVC_DATA: data, SVC_LOG_KEY: await keyFile(folder) };
    await using registry = await testRegistry({
      environment,
      now: new Date(Date.now() + 3_600_000),
    });
    const { services } = registry;
    assert.equal(await backfillLog(services), 1);
    assert.equal(await backfillLog(services), 0, "none twice");
    await services.registryLog!.sequence();
    const { leaves } = await readLog(registry);
    assert.deepEqual(leaves.map(({ kind, subject, version }) => [kind, subject, version]), [
      ["published", "@acme/one", "2026.01.01.1"],
      ["sealed", undefined, undefined],
      ["published", "@acme/one", "2026.01.01.3"],
      ["published", "@acme/three", "2026.01.01.4"],
    ]);
    registry.clock.now = new Date(registry.clock.now.getTime() + 3_600_000);
    assert.equal(await backfillLog(services), 0);
    assert.equal((await readHead(services.db))!.backfilled, null, "it ends");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("tiles are those of the tree, whatever is asked beside them is not there and costs nothing", async () => {
  const { registry, services, note } = await world();
  await using _ = registry;
  await note(600);
  await services.registryLog!.sequence();
  for (const { level, index, width } of tilesOf(600)) {
    const path = `${level}/00${index}${width === 256 ? "" : `.p/${width}`}`;
    const answer = await registry.request(`/log/tile/${path}`);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal((await answer.bytes()).length, width * 32);
  }
  let asked = 0;
  const { selectFrom } = services.db;
  await registry.request("/log/checkpoint");
  services.db.selectFrom = ((...args: Parameters<typeof selectFrom>) => {
    asked++;
    return selectFrom.apply(services.db, args);
  }) as typeof selectFrom;
  for (
    const path of [
      ...["0/002", "0/002.p/89", "0/002.p/0", "0/002.p/256", "0/000.p/1000", "1/000", "1/001.p/1"],
      ...[
        "0/003.p/1",
        "2/000.p/1",
        "63/000.p/1",
        "64/000",
        "99/000",
        "-1/000",
        "0/0",
        "0/00",
        "0/1",
      ],
      ...["0/x000/000", "0/x999/x999/x999/x999/x999/x999/999", `0/${"x999/".repeat(20)}999`, "0/"],
      ...["0/000/", "0//000", "0/000.p/", "0/000.p/1/1", "0/000.p/-1", "0/000.p/01", "entries/002"],
      ...["entries/003", "entries/x000/000", "entries/", "0/%2e%2e/secret", "0/..%2f000", "0/٠٠٠"],
    ]
  ) {
    const answer = await registry.request(`/log/tile/${path}`);
    assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
    await answer.body?.cancel();
  }
  assert.equal(asked, 0);
  services.db.selectFrom = selectFrom;
  const gzip = await registry.request("/log/tile/entries/000", {
    headers: { "accept-encoding": "gzip" },
  });
  assert.equal(gzip.headers.get("content-encoding"), "gzip");
  const plain = await (await registry.request("/log/tile/entries/000")).bytes();
  const unzipped = gzip.body!.pipeThrough(new DecompressionStream("gzip"));
  assert.deepEqual(await new Response(unzipped).bytes(), plain);
});

Deno.test("a proof is asked for with what there is, and with nothing else", async () => {
  const { registry, services } = await world();
  await using _ = registry;
  const key = await addPerson(services, "ada", { acme: "owner" });
  await published(registry, key);
  const ask = async (query: string) =>
    (await registry.request(`/api/v1/log/proof?name=@acme/hello&${query}`)).status;
  assert.deepEqual(
    await Promise.all([
      ...["", "from=0", "from=1", "version=2026.01.02.1", "kind=published"],
      ...["from=2", "from=-1", "from=1.5", "from=9007199254740993", "from=1e3", "kind=sealed"],
      ...["kind=yanked", "version=2026.01.09.9", "more=1"],
    ].map(ask)),
    [...Array(5).fill(200), ...Array(6).fill(400), 404, 404, 400],
  );
});
