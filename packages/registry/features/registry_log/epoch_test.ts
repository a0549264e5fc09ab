import { bundlesOf, entriesPath } from "@svc/log/tiles";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { runAdmin } from "../../admin/run.ts";
import { backfillLog } from "../extensions/logged/backfill.ts";
import { testEmbedded } from "../../testing/engine.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { checkLog } from "./check.ts";
import { keyFile, type LoggingRegistry, loggingRegistry, readLog } from "./testing.ts";

/** A registry whose folder stays, a backup of it, what came after, and a mirror of all. */
async function world() {
  const folder = await Deno.makeTempDir({ prefix: "svc-epoch-" });
  const data = `${folder}/data`;
  const key = await keyFile(folder);
  const environment = (at: string) => ({
    SVC_DATA: at,
    SVC_LOG_KEY: key,
    SVC_BASE_URL: "http://registry.test",
    SVC_SECRET: "a test's secret, thirty-two characters or more",
  });
  const admin = async (args: string[], at = data) => {
    const { code, stdout, stderr } = await runAdmin([...args, "--json"], environment(at));
    return { code, answer: JSON.parse(stdout || stderr) };
  };
  /** Runs a server on a folder, which it leaves as it is. */
  async function serving<Result>(at: string, work: (registry: LoggingRegistry) => Promise<Result>) {
    const remove = Deno.remove;
    const registry = await loggingRegistry({ environment: environment(at) });
    try {
      return await work(registry);
    } finally {
      // What disposes of it takes the folder away, too.
      Deno.remove = ((path: string, options) =>
        path === at ? Promise.resolve() : remove(path, options)) as typeof remove;
      await registry[Symbol.asyncDispose]();
      Deno.remove = remove;
    }
  }
  const backup = `${folder}/backup`;
  const mirror = `${folder}/mirror`;
  let ada = "";
  const before = await serving(data, async (registry) => {
    await addCollective(registry.services, "acme");
    await addCollective(registry.services, "dark", { private: true });
    ada = await addPerson(registry.services, "ada", { acme: "owner", dark: "owner" });
    await published(registry, ada, { name: "@acme/hello", version: "2026.01.01.1" });
    await published(registry, ada, { name: "@dark/hello", version: "2026.01.01.2" });
    assert.equal((await admin(["backup", backup])).code, 0);
    return await readLog(registry);
  });
  const after = await serving(data, async (registry) => {
    await published(registry, ada, { name: "@acme/hello", version: "2026.01.01.3" });
    await published(registry, ada, { name: "@dark/hello", version: "2026.01.01.4" });
    const log = await readLog(registry);
    for (const path of ["checkpoint", ...[...bundlesOf(log.head.size)].map(entriesPath)]) {
      await Deno.mkdir(`${mirror}/${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
      const response = await registry.request(`/log/${path}`);
      await Deno.writeFile(`${mirror}/${path}`, await response.bytes());
    }
    return log;
  });
  assert.deepEqual([before.head.size, after.head.size], [2, 4]);
  return {
    ...{ folder, data, backup, mirror, admin, serving, before, after, ada },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

testEmbedded(
  "a restored registry begins a new epoch that says where the one before ended",
  async () => {
    await using at = await world();
    const fresh = `${at.folder}/fresh`;
    const head = `${at.data}/blobs/log-head`;
    const { code, answer } = await at.admin(["restore", at.backup, "--log-head", head], fresh);
    assert.equal(code, 0, JSON.stringify(answer));
    assert.deepEqual(answer.log, { origin: "registry.test/log/2", adopted: 0, missing: 2 });
    await at.serving(fresh, async (registry) => {
      registry.clock.now = new Date(registry.clock.now.getTime() + 3_600_000);
      await backfillLog(registry.services);
      await registry.services.registryLog!.sequence();
      const log = await readLog(registry, "registry.test/log/2");
      const [first, ...rest] = log.leaves;
      assert.deepEqual([first!.kind, first!.previous, first!.size, first!.root, first!.reason], [
        ...["epoch", "registry.test/log", 4, at.after.head.root.toBase64(), "restored"],
      ]);
      assert.deepEqual(rest.map(({ kind, version }) => [kind, version]), [
        ["published", "2026.01.01.1"],
        ["sealed", undefined],
      ]);
      // What the backup has of the log before is at the address of that, and leads to what was shown.
      const left = await readLog(registry, "registry.test/log", {
        address: "/log/1",
        known: at.before.keys,
      });
      assert.deepEqual(left.note, at.before.note);
      assert.deepEqual(left.entries, at.after.entries.slice(0, 2));
      assert.deepEqual(await readLog(registry, log.head.origin, { address: "/log/2" }), log);
      for (
        const path of ["3/checkpoint", "0/checkpoint", "x/checkpoint", "1/tile/entries/000.p/3"]
      ) {
        const { status } = await registry.request(`/log/${path}`);
        assert.equal(status, 404, path);
      }
      // A publication finds its place in the log of now.
      const next = await published(registry, at.ada, {
        name: "@acme/hello",
        version: "2026.01.09.1",
      });
      assert.equal(next.logIndex, 3);
      assert.equal((await checkLog(registry.services.db)).wrong, undefined);
    });
  },
);

testEmbedded(
  "without the last head a restore says that it does not know what is missing",
  async () => {
    await using at = await world();
    const { answer } = await at.admin(["restore", at.backup], `${at.folder}/fresh`);
    assert.deepEqual(answer.log, { origin: "registry.test/log/2", adopted: 0, missing: null });
  },
);

testEmbedded("with a mirror a restored registry goes on with the log as it was", async () => {
  await using at = await world();
  const fresh = `${at.folder}/fresh`;
  const { code, answer } = await at.admin(["restore", at.backup, "--log-mirror", at.mirror], fresh);
  assert.equal(code, 0, JSON.stringify(answer));
  assert.deepEqual(answer.log, { origin: "registry.test/log", adopted: 2, missing: 0 });
  await at.serving(fresh, async (registry) => {
    assert.deepEqual((await readLog(registry)).note, at.after.note);
    await published(registry, at.ada, { name: "@acme/hello", version: "2026.01.09.1" });
    const log = await readLog(registry);
    assert.deepEqual(log.entries.slice(0, 4), at.after.entries);
    assert.equal(log.head.size, 5);
    assert.equal((await checkLog(registry.services.db)).wrong, undefined);
  });
});

testEmbedded(
  "an older database beside its archives stops, until a mirror gives back what is missing",
  async () => {
    await using at = await world();
    // Somebody puts the copy of the backup in the place of the database.
    for (const end of ["", "-wal", "-shm"]) {
      await Deno.remove(`${at.data}/svc.db${end}`).catch(() => {});
    }
    await Deno.copyFile(`${at.backup}/svc.db`, `${at.data}/svc.db`);
    await Deno.chmod(`${at.data}/svc.db`, 0o600);
    await Deno.remove(`${at.data}/acknowledged`).catch(() => {});
    await at.serving(at.data, async (registry) => {
      const answer = await published(registry, at.ada, {
        name: "@acme/hello",
        version: "2026.01.09.1",
      });
      assert.equal(answer.logIndex, null);
      assert.equal((await registry.request("/log/checkpoint")).status, 503);
    });
    const { answer: found } = await at.admin(["check"]);
    const [log] = found.findings.filter(({ check }: { check: string }) => check === "log");
    assert.equal(log.status, "failing");
    assert.deepEqual((await at.admin(["log", "adopt", at.mirror])).answer, { taken: 2 });
    await at.serving(at.data, async (registry) => {
      await registry.services.registryLog!.sequence();
      const after = await readLog(registry);
      assert.deepEqual(after.entries.slice(0, 4), at.after.entries);
      assert.equal(after.leaves[4]!.version, "2026.01.09.1", "what waited is in it now");
    });
    assert.equal((await at.admin(["log", "adopt", at.mirror])).answer.code, "conflict");
  },
);

testEmbedded("a mirror that was changed gives nothing", async () => {
  await using at = await world();
  const fresh = () => `${at.folder}/${crypto.randomUUID()}`;
  const bundle = `${at.mirror}/tile/entries/000.p/4`;
  const entries = await Deno.readFile(bundle);
  const changed = entries.slice();
  changed[changed.length - 3]! ^= 1;
  const note = await Deno.readTextFile(`${at.mirror}/checkpoint`);
  const wrongs: [string, () => Promise<void>][] = [
    ["an entry", () => Deno.writeFile(bundle, changed)],
    ["a bundle cut short", () => Deno.writeFile(bundle, entries.slice(0, -1))],
    ["a head", () => Deno.writeTextFile(`${at.mirror}/checkpoint`, note.replace("\n4\n", "\n3\n"))],
    ["an old head", () => Deno.writeTextFile(`${at.mirror}/checkpoint`, at.before.note)],
    ["no bundle", () => Deno.remove(bundle)],
  ];
  for (const [what, change] of wrongs) {
    await Deno.writeFile(bundle, entries);
    await Deno.writeTextFile(`${at.mirror}/checkpoint`, note);
    await change();
    const target = fresh();
    const { code } = await at.admin(["restore", at.backup, "--log-mirror", at.mirror], target);
    assert.equal(code, 1, what);
    await assert.rejects(Deno.stat(target), Deno.errors.NotFound, what);
  }
});

testEmbedded("check finds an entry, a tile, a head and a seal that were changed", async () => {
  await using at = await world();
  const change = (statement: string) => {
    const database = new DatabaseSync(`${at.data}/svc.db`);
    database.exec(statement);
    database.close();
  };
  const finding = async () =>
    (await at.admin(["check"])).answer.findings
      .find(({ check }: { check: string }) => check === "log");
  assert.equal((await finding()).status, "ok");
  const wrongs = [
    ["log_leaf", "entry = replace(entry, 'hello', 'jello')", "idx = 0"],
    ["log_leaf", "body = replace(body, 'hello', 'jello')", "idx = 1"],
    ["log_leaf", "idx = 17", "idx = 3"],
    ["log_tile", "bytes = 'AA' || substr(bytes, 3)", "level = 0"],
    ["log_head", "root = 'AA' || substr(root, 3)", "epoch = 1"],
    ["log_head", "size = 5", "epoch = 1"],
  ];
  for (const [table, set, where] of wrongs) {
    change(`create table kept as select * from ${table};
      update ${table} set ${set} where ${where}`);
    const { status, message } = await finding();
    assert.equal(status, "failing", `${set}: ${message}`);
    change(`delete from ${table}; insert into ${table} select * from kept; drop table kept`);
  }
  assert.equal((await finding()).status, "ok");
});

testEmbedded("an epoch that would pass for a fork of what was shown is not shown", async () => {
  await using at = await world();
  const database = new DatabaseSync(`${at.data}/svc.db`);
  const { checkpoint } = database.prepare("select checkpoint from log_head").get()!;
  // As if a database that had lost a commit had numbered another one, before anybody saw it.
  database.exec("update log_tile set bytes = 'AA' || substr(bytes, 3) where level = 0");
  database.close();
  assert.equal(String(checkpoint), at.after.note);
  assert.equal((await at.admin(["log", "epoch", "entries-lost"])).code, 0);
  await at.serving(at.data, async (registry) => {
    await registry.services.registryLog!.sequence();
    assert.equal((await registry.request("/log/1/checkpoint")).status, 404);
    assert.equal((await registry.request("/log/1/tile/0/000.p/4")).status, 404);
    assert.equal((await readLog(registry, "registry.test/log/2")).leaves[0]!.size, 4);
  });
});

testEmbedded("a new epoch is begun for a reason there is, and the state is shown", async () => {
  await using at = await world();
  assert.equal((await at.admin(["log"])).answer.log.size, 4);
  assert.equal((await at.admin(["log", "epoch", "boredom"])).answer.code, "usage");
  const { answer } = await at.admin(["log", "epoch", "key-stolen"]);
  assert.deepEqual(answer, { origin: "registry.test/log/2", missing: 0 });
  await at.serving(at.data, async (registry) => {
    await registry.services.registryLog!.sequence();
    const { leaves } = await readLog(registry, "registry.test/log/2");
    assert.equal(leaves[0]!.reason, "key stolen");
  });
});
