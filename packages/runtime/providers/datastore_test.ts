import { deepEqual, equal, match, ok, rejects, throws } from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { existsSync } from "node:fs";
import { datastoreText, providerRepository } from "../testing/providing.ts";
import { untilGone } from "../testing/process.ts";
import { refusal } from "../testing/refusal.ts";
import { openDatastoreProvider } from "./datastore.ts";

/** A datastore whose locks are in the exchange folder, and whose sync does what the configuration says. */
const DEPOT = datastoreText({
  before: `
const deeds: Record<string, (folder: string, signal: AbortSignal) => unknown> = {
  write: async (folder) => { await Deno.writeTextFile(folder + "/in.txt", "from the store"); return 1; },
  read: async (folder) => (await Deno.readTextFile(folder + "/in.txt")).length,
  hang: () => { console.log("begun"); return new Promise(() => {}); },
  loop: () => { console.log("begun"); for (;;); },
  "stop when told": (_, signal) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    console.log("begun");
  }),
  "write beside": async (folder) => { await Deno.writeTextFile(folder + "/../beside.txt", "x"); },
  "read beside": async (folder) => { await Deno.readTextFile(folder + "/../other/x"); },
  "write .svc": async (folder) => { await Deno.writeTextFile(folder + "/../../x.txt", "x"); },
  "read data": async (folder) => { await Deno.readTextFile(folder + "/../../data/x.json"); },
  link: async (folder) => { await Deno.symlink(folder + "/../../..", folder + "/link"); },
  "through a link": async (folder) => { await Deno.writeTextFile(folder + "/planted/x.txt", "x"); },
  speaks: () => { console.log("halfway"); return { files: 3 }; },
  pid: () => Deno.pid,
  exits: () => Deno.exit(3),
  throws: () => { throw new RangeError("no such bucket"); },
};
const marked: string[] = [];
let deed = "write";
`,
  members: `configSchema: _schema({ verify: { type: "string", default: "well" } }),`,
  body: `
    const answers: Record<string, () => unknown> = {
      well: () => ({ healthy: true, message: "fine\\u001b[31m", latencyMs: 7.25, datastoreType: "x" }),
      ill: () => ({ healthy: false, message: "read-only", latencyMs: 1 }),
      lies: () => ({ healthy: "yes" }),
      nothing: () => undefined,
      refused: async () => {
        try { await fetch("https://a.example/"); return { healthy: true }; }
        catch (error) { return { healthy: false, message: String(error.message), latencyMs: 1 }; }
      },
    };
    return {
      createVerifier: () => ({ verify: answers[config.verify] }),
      resolveDatastorePath: () => "/etc",
      createLock(path: string, { lockKey, maxWaitMs }: any) {
        const nonce = crypto.randomUUID();
        const inspect = async () => {
          try { return JSON.parse(await Deno.readTextFile(path + "/" + lockKey + ".lock")); }
          catch { return null; }
        };
        const drop = async (which: string) => {
          if ((await inspect())?.nonce !== which) return false;
          await Deno.remove(path + "/" + lockKey + ".lock");
          return true;
        };
        return {
          async acquire({ signal }: { signal: AbortSignal }) {
            if (lockKey === "stop when told") {
              const stopped = new Promise((_, reject) =>
                signal.addEventListener("abort", () => reject(signal.reason))
              );
              await Deno.writeTextFile(path + "/begun", "");
              return await stopped;
            }
            if (lockKey === "hang") return await new Promise(() => {});
            const info = { holder: "ada@here", hostname: "here", pid: 7, acquiredAt: "2026-01-02T03:04:05Z", ttlMs: maxWaitMs, nonce };
            await Deno.writeTextFile(path + "/" + lockKey + ".lock", JSON.stringify(info), { createNew: true });
          },
          release: async () => void await drop(nonce),
          inspect: async () => lockKey === "liar" ? { holder: 7 } : await inspect(),
          forceRelease: drop,
        };
      },
      createSyncService(repoDir: string, folder: string) {
        return {
          pullChanged: async ({ signal }: any) => await deeds[deed]!(folder, signal),
          pushChanged: async () => {
            const paths = new Set(marked.splice(0).filter((one) => !one.startsWith("deed:")));
            if (deed === "fail to push") throw new Error("no room");
            return paths.size;
          },
          async markDirty({ relPath }: any) {
            marked.push(relPath);
            if (relPath.startsWith("deed:")) deed = relPath.slice("deed:".length);
          },
        };
      },
    };`,
});

const TYPE = "@acme/depot";

/** The repository of all tests here, as bundling takes longer than most. */
const here = await providerRepository({ "datastores/depot.ts": DEPOT });
Deno.test.afterAll(async () => await here[Symbol.asyncDispose]());
const { state, root } = here.repository;
const exchange = `${state}/datastore/depot`;
await Deno.mkdir(`${state}/datastore/other`, { recursive: true });
await Deno.mkdir(`${state}/data`, { recursive: true });
await Deno.writeTextFile(`${state}/datastore/other/x`, "another datastore's");
await Deno.writeTextFile(`${state}/data/x.json`, "data");

async function open(
  config: Record<string, unknown> = {},
  options: Partial<Parameters<typeof openDatastoreProvider>[2]> = {},
) {
  return await openDatastoreProvider(here.repository, { type: TYPE, config }, {
    exchange,
    ...options,
  });
}

/** What stops when it is told may take its time on a busy machine. */
const PATIENT = { graceMs: 600_000 };

/** A sync service whose next pull does this. */
async function doing(deed: string, options: Parameters<typeof open>[1] = {}) {
  const datastore = await open({}, options);
  const sync = datastore.sync(exchange);
  await sync.markDirty(`deed:${deed}`);
  return Object.assign(sync, {
    datastore,
    [Symbol.asyncDispose]: () => datastore[Symbol.asyncDispose](),
  });
}

Deno.test("a datastore of an extension says how it is, in words that cannot move the cursor", async () => {
  await using well = await open();
  deepEqual(await well.verify(), { healthy: true, message: "fine\\x1b[31m", latencyMs: 7 });
  await using ill = await open({ verify: "ill" });
  deepEqual(await ill.verify(), { healthy: false, message: "read-only", latencyMs: 1 });
  for (const verify of ["lies", "nothing"]) {
    await using bad = await open({ verify });
    await rejects(bad.verify(), refusal("datastore_failed", /@acme\/depot/, /no health/), verify);
  }
});

Deno.test("a verifier that swallows a refusal does not hide it, nor what grants it, in words of Deno's", async () => {
  await using refused = await open({ verify: "refused" });
  await rejects(refused.verify(), (error) => {
    const { code, message, hint } = error as SvcError;
    equal(code, "permission_denied");
    match(
      message,
      /^@acme\/depot requested permissions that it was not granted:\n {2}net a\.example$/,
    );
    match(hint!, /svc extension grant @acme\/\S+ net:a\.example/);
    return true;
  });
});

Deno.test("it reads and writes its exchange folder, and no other place below .svc", async () => {
  await using writing = await doing("write");
  equal(await writing.pullChanged(), 1);
  equal(await Deno.readTextFile(`${exchange}/in.txt`), "from the store");
  await using reading = await doing("read");
  equal(await reading.pullChanged(), 14);
  for (const deed of ["write beside", "read beside", "write .svc", "read data"]) {
    await using sync = await doing(deed);
    await rejects(sync.pullChanged(), refusal("permission_denied"), deed);
  }
  await using linking = await doing("link");
  await rejects(linking.pullChanged(), refusal("datastore_failed", /symlink/));
  await rejects(Deno.lstat(`${exchange}/link`), Deno.errors.NotFound);
  await rejects(Deno.lstat(`${state}/datastore/beside.txt`), Deno.errors.NotFound);
  await rejects(Deno.lstat(`${state}/x.txt`), Deno.errors.NotFound);
});

Deno.test("a link that came with the repository leads a datastore nowhere", async () => {
  await Deno.symlink(root, `${exchange}/planted`);
  try {
    await using sync = await doing("through a link");
    await rejects(sync.pullChanged(), refusal("permission_denied"));
    await rejects(Deno.lstat(`${root}/x.txt`), Deno.errors.NotFound);
  } finally {
    await Deno.remove(`${exchange}/planted`);
  }
  await Deno.symlink(root, `${state}/datastore/linked`);
  await rejects(
    open({}, { exchange: `${state}/datastore/linked/x` }),
    refusal("conflict", /symbolic link/),
  );
  for (const folder of [root, state, `${state}/datastore/../data`, "/tmp"]) {
    await rejects(open({}, { exchange: folder }), refusal("internal", /not an exchange folder/));
  }
  await using datastore = await open();
  throws(() => datastore.sync(root), refusal("internal", /another folder/));
});

Deno.test("marks that are made at once are all told, in their order", async () => {
  await using datastore = await open();
  const sync = datastore.sync(exchange);
  await Promise.all(Array.from({ length: 2500 }, (_, index) => sync.markDirty(`a/${index}`)));
  equal(await sync.pushChanged(), 2500);
  await sync.markDirty("deed:speaks");
  equal(await sync.pullChanged(), undefined, "a count that is none is not known");
});

Deno.test("what was marked is told again to a process that did not hear it, until it is pushed", async () => {
  await using datastore = await open();
  const sync = datastore.sync(exchange);
  const mark = (...paths: string[]) => Promise.all(paths.map((path) => sync.markDirty(path)));
  await mark("a", "b", "deed:exits");
  await rejects(sync.pullChanged(), refusal("datastore_failed"));
  await mark("b", "deed:write");
  equal(await sync.pushChanged(), 2);
  await mark("c", "deed:exits");
  await rejects(sync.pullChanged(), refusal("datastore_failed"));
  await mark("deed:fail to push");
  await rejects(sync.pushChanged(), refusal("datastore_failed", /no room/));
  await mark("deed:write");
  equal(await sync.pushChanged(), 1, "only c was not pushed");
});

Deno.test("a sync that hangs is killed at its time, and one that stops when told keeps its process", async () => {
  for (const deed of ["hang", "loop"]) {
    let stop = new AbortController();
    await using sync = await doing("pid", { onLog: () => stop.abort() });
    const pid = (await sync.pullChanged())!;
    await sync.markDirty(`deed:${deed}`);
    stop = new AbortController();
    const hanging = sync.pullChanged({ signal: stop.signal });
    await rejects(hanging, refusal("cancelled", /Bringing data from the datastore/));
    await untilGone(pid);
    equal(await sync.pullChanged(), 1, "the next call starts it again");
  }
  const stop = new AbortController();
  await using sync = await doing("pid", { onLog: () => stop.abort(), limits: PATIENT });
  const pid = await sync.pullChanged();
  await sync.markDirty("deed:stop when told");
  await rejects(sync.pullChanged({ signal: stop.signal }), refusal("cancelled"));
  await rejects(sync.pullChanged({ signal: stop.signal }), refusal("cancelled"), "before it began");
  await sync.markDirty("deed:pid");
  equal(await sync.pullChanged(), pid);
});

Deno.test("what it throws and how it ends is told, and its lines are shown while it works", async () => {
  await using throwing = await doing("throws");
  await rejects(
    throwing.pullChanged(),
    refusal("datastore_failed", /RangeError: no such bucket/, /svc datastore status/),
  );
  await using exiting = await doing("exits");
  await rejects(exiting.pullChanged(), refusal("datastore_failed", /exit code 3/));
  const lines: string[] = [];
  await using speaking = await doing("speaks", { onLog: (_, text) => lines.push(text) });
  await speaking.pullChanged();
  deepEqual(lines, ["halfway"]);
});

Deno.test("a lock is held by one, who is named to the other, and given back", async () => {
  await using one = await open();
  await using other = await open();
  const mine = one.lock("behavior-1", { ttlMs: 1000 });
  const theirs = other.lock("behavior-1", { maxWaitMs: 1000 });
  equal(await mine.inspect(), undefined);
  await mine.acquire();
  const info = (await theirs.inspect())!;
  equal(info.holder, "ada@here");
  await rejects(
    theirs.acquire(),
    refusal("lock_timeout", /ada@here has held the lock 'behavior-1'/),
  );
  equal(await theirs.forceRelease("another nonce"), false);
  await theirs.release();
  ok(await theirs.inspect() !== undefined, "who does not hold it released it");
  await mine.release();
  await theirs.acquire();
  equal(await mine.forceRelease((await mine.inspect())!.nonce!), true);
  await theirs.release();
});

Deno.test("a lock whose process was killed is given back by its nonce, and nobody else's is", async () => {
  await using datastore = await open();
  const lock = datastore.lock("behavior-2");
  await lock.acquire();
  const sync = datastore.sync(exchange);
  await sync.markDirty("deed:exits");
  await rejects(sync.pullChanged(), refusal("datastore_failed"));
  await lock.release();
  equal(await lock.inspect(), undefined);
  await lock.acquire();
  const file = `${exchange}/behavior-2.lock`;
  const info = JSON.parse(await Deno.readTextFile(file));
  await Deno.writeTextFile(file, JSON.stringify({ ...info, nonce: "of another" }));
  await sync.markDirty("deed:exits");
  await rejects(sync.pullChanged(), refusal("datastore_failed"));
  await lock.release();
  equal((await lock.inspect())?.nonce, "of another");
  await Deno.remove(file);
});

Deno.test("a lock that is waited for is told when nobody waits any more, and keeps its process", async () => {
  const stop = new AbortController();
  await using datastore = await open({}, { limits: PATIENT });
  const sync = datastore.sync(exchange);
  await sync.markDirty("deed:pid");
  const pid = await sync.pullChanged();
  const waiting = datastore.lock("stop when told").acquire({ signal: stop.signal });
  while (!existsSync(`${exchange}/begun`)) await new Promise((next) => setTimeout(next, 5));
  stop.abort();
  await rejects(waiting, refusal("cancelled"));
  equal(await sync.pullChanged(), pid);
});

Deno.test("an answer about a lock that is none is refused", async () => {
  await using datastore = await open();
  const liar = datastore.lock("liar");
  await rejects(liar.inspect(), refusal("datastore_failed", /did not say who holds/));
});

Deno.test("its configuration is checked before its code runs", async () => {
  await rejects(
    open({ verfiy: "well" }),
    refusal(
      "invalid_argument",
      /verfiy: is not a setting/,
      /Its settings are: verify\./,
    ),
  );
  await rejects(open({ verify: 7 }), refusal("invalid_argument", /verify/));
  await rejects(
    openDatastoreProvider(here.repository, { type: "@acme/none", config: {} }, { exchange }),
    refusal("unknown_type", /@acme\/depot/, /svc extension search none/),
  );
});

Deno.test("a value that an expression gave is checked as it is, and said nowhere", async () => {
  const config = { verify: "s3cret of the vault" };
  const written = { verify: "${{ vault.get(team, VERIFY) }}" };
  const secrets = Object.values(config);
  const opened = (config: object) =>
    openDatastoreProvider(
      here.repository,
      { type: "@acme/depot", config: { ...config }, written, secrets },
      { exchange },
    );
  await using datastore = await opened({ verify: "well" });
  equal((await datastore.verify()).healthy, true);
  await using other = await opened(config);
  await rejects(other.verify(), (error: Error) => {
    ok(!error.message.includes("s3cret"), error.message);
    return refusal("datastore_failed")(error);
  });
  await rejects(opened({ verify: 7 }), refusal("invalid_argument", /verify/));
});
