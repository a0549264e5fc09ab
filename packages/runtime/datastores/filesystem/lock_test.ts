import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import type { LockHolder } from "../../testing/lock_holder.ts";
import { absolutePath } from "../../base/files/path.ts";
import { watchHolder } from "./liveness.ts";
import { filesystemLock } from "./lock.ts";
import { advance, beatFile, lockFolder, readLock } from "./lock_files.ts";

const CONFIG = absolutePath("../../../../deno.json", import.meta.dirname);
const MODULE = absolutePath("../../testing/lock_holder.ts", import.meta.dirname);

/** How often a holder is killed; SVC_LOCK_KILLS=200 for a long look. */
const KILLS = Number(Deno.env.get("SVC_LOCK_KILLS") ?? 6);

/** One on another machine, but for its nonce. */
const HOLDER = {
  holder: "a@b",
  hostname: "b",
  pid: 1,
  // Its clock is years ahead, which says nothing.
  acquiredAt: "2099-01-01T00:00:00.000Z",
  ttlMs: 1000,
  machine: "elsewhere",
};

function holder(task: LockHolder): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--quiet",
      `--config=${CONFIG}`,
      MODULE,
      JSON.stringify(task),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

async function untilSaid(reader: ReadableStreamDefaultReader<Uint8Array>, text: string) {
  let said = "";
  while (!said.includes(text)) {
    const { value, done } = await reader.read();
    ok(!done, `ended after ${JSON.stringify(said)}`);
    said += new TextDecoder().decode(value);
  }
  return said;
}

Deno.test("a lock is held by one at a time, and its holder is named", async () => {
  await using store = await temporaryFolder();
  const one = filesystemLock(store.path, "shared");
  const two = filesystemLock(store.path, "shared", { maxWaitMs: 0 });
  await one.acquire();
  one.assertHeld();
  const info = (await two.inspect())!;
  deepEqual([info.pid, info.hostname, info.ttlMs], [Deno.pid, Deno.hostname(), 30_000]);
  await rejects(
    two.acquire(),
    (error) =>
      isSvcError(error) && error.code === "lock_timeout" && error.message.includes(`${Deno.pid}`),
  );
  const other = filesystemLock(store.path, "another key", { maxWaitMs: 0 });
  await other.acquire();
  await one.release();
  equal(await one.inspect(), undefined);
  await two.acquire();
  await two.release();
  await other.release();
});

Deno.test("who gave up waiting does not get the lock that becomes free just then", async () => {
  await using store = await temporaryFolder();
  const one = filesystemLock(store.path, "shared");
  const two = filesystemLock(store.path, "shared");
  await one.acquire();
  const leaving = new AbortController();
  const waiting = two.acquire({ signal: leaving.signal });
  const released = one.release();
  leaving.abort();
  await rejects(waiting, refusal("cancelled"));
  await released;
  equal(await one.inspect(), undefined, "nobody holds it");
});

Deno.test("a lock that another one takes while its release is not complete is released all the same", async () => {
  await using store = await temporaryFolder();
  const one = filesystemLock(store.path, "shared");
  const folder = lockFolder(store.path, "shared");
  await one.acquire();
  const { number } = readLock(folder);
  const { linkSync } = Deno;
  Deno.linkSync = (...names) => {
    Deno.linkSync = linkSync;
    linkSync(...names);
    equal(advance(folder, number + 1, { ...HOLDER, nonce: crypto.randomUUID() }), true);
  };
  await one.release();
  deepEqual([readLock(folder).number, (await one.inspect())?.holder], [number + 2, HOLDER.holder]);
});

Deno.test("a lock that was released by force is lost to its holder, who cannot release another's", async () => {
  await using store = await temporaryFolder();
  const one = filesystemLock(store.path, "shared");
  const two = filesystemLock(store.path, "shared", { maxWaitMs: 0 });
  await one.acquire();
  const { nonce } = (await two.inspect())!;
  equal(await two.forceRelease(crypto.randomUUID()), false);
  equal(await two.forceRelease(nonce!), true);
  equal(await two.forceRelease(nonce!), false, "somebody else may hold it by now");
  throws(() => one.assertHeld());
  await two.acquire();
  await rejects(one.release(), (error) => isSvcError(error) && error.code === "conflict");
  two.assertHeld();
  await two.release();
});

Deno.test("a store that is not there, or went away while a lock was held, is named", async () => {
  await using folder = await temporaryFolder();
  const store = `${folder.path}/share`;
  const isNamed = (error: unknown) => {
    ok(isSvcError(error) && error.code === "datastore_failed", `${error}`);
    equal(error.message, `The datastore ${store} does not exist`);
    ok(/mkdir -p \S+\/share\. Is the share mounted\?/.test(error.hint ?? ""));
    return true;
  };
  await rejects(filesystemLock(store, "all").acquire(), isNamed);
  await Deno.mkdir(store);
  const lock = filesystemLock(store, "all");
  await lock.acquire();
  await Deno.rename(store, `${store}.away`);
  for (
    const asked of [
      () => lock.inspect(),
      () => lock.forceRelease(crypto.randomUUID()),
      () => lock.release(),
    ]
  ) await rejects(asked(), isNamed);
  deepEqual(await Array.fromAsync(Deno.readDir(folder.path), ({ name }) => name), ["share.away"]);
});

Deno.test("waiting ends when it is cancelled", async () => {
  await using store = await temporaryFolder();
  const one = filesystemLock(store.path, "shared");
  await one.acquire();
  const controller = new AbortController();
  const waiting = filesystemLock(store.path, "shared").acquire({ signal: controller.signal });
  controller.abort();
  await rejects(waiting, (error) => isSvcError(error) && error.code === "cancelled");
  await one.release();
});

Deno.test("of those that want the same number one gets it, and no number is given behind the newest", async () => {
  await using store = await temporaryFolder();
  const folder = lockFolder(store.path, "shared");
  equal(advance(folder, 0), true);
  equal(advance(folder, 0), false);
  for (let number = 1; number < 100; number++) equal(advance(folder, number), true);
  equal(readLock(folder).number, 100);
  // A process that slept since it saw the number 3: what came after that has been removed.
  equal(advance(folder, 3), false);
  equal(readLock(folder).number, 100);
});

Deno.test("a holder is silent when its beat stays the same for its time by our own clock, whatever it says", async () => {
  await using store = await temporaryFolder();
  const folder = lockFolder(store.path, "shared");
  const nonce = crypto.randomUUID();
  const holder = { ...HOLDER, nonce };
  const beat = (text: string) => Deno.writeTextFileSync(beatFile(folder, nonce), text);
  beat("1");
  const watch = watchHolder(folder, 100);
  let now = 0;
  const after = (ms: number) => watch.isSilent(1, holder, now += ms);
  for (let times = 0; times < 5; times++) equal(after(190), false);
  beat("2");
  equal(after(190), false, "it lives");
  for (let times = 0; times < 4; times++) equal(after(190), false);
  equal(after(100_000), false, "this process slept, and saw nothing meanwhile");
  equal(after(190), true);
  equal(watch.isSilent(2, holder, now), false, "another holding of it");
});

Deno.test("the lock of a killed process is taken over at once on the same machine", async () => {
  await using store = await temporaryFolder();
  // Nobody waits for an hour.
  const child = holder({ store: store.path, ttlMs: 3_600_000, rounds: 0 });
  const reader = child.stdout.getReader();
  await untilSaid(reader, "held");
  const lock = filesystemLock(store.path, "shared", { maxWaitMs: 0 });
  await rejects(lock.acquire(), (error) => isSvcError(error) && error.code === "lock_timeout");
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  await child.stdin.close().catch(() => {});
  await lock.acquire();
  await lock.release();
});

Deno.test("a holder that was paused until others took over finds out that it lost the lock", async () => {
  await using store = await temporaryFolder();
  const child = holder({ store: store.path, ttlMs: 2000, rounds: 0 });
  const reader = child.stdout.getReader();
  await untilSaid(reader, "held");
  child.kill("SIGSTOP");
  const lock = filesystemLock(store.path, "shared", { maxWaitMs: 300_000 });
  await lock.acquire();
  child.kill("SIGCONT");
  const writer = child.stdin.getWriter();
  await writer.write(new Uint8Array(1));
  ok((await untilSaid(reader, "done")).includes("conflict"));
  lock.assertHeld();
  await writer.close();
  await reader.cancel();
  await child.status;
  await lock.release();
});

Deno.test("a lock is never held by two, however often holders on two machines are killed", async () => {
  await using store = await temporaryFolder();
  // Nobody waits for as long: who is started in the place of a killed one is on the same machine. One
  // that a busy machine holds up meanwhile keeps its lock.
  const task = (machine: string) => ({
    store: store.path,
    machine,
    ttlMs: 60_000,
    rounds: 1_000_000,
  });
  const said: Promise<string>[] = [];
  const running: Deno.ChildProcess[] = [];
  const start = (index: number) => {
    const child = holder(task(`machine ${index % 2}`));
    said.push(new Response(child.stdout).text());
    running[index] = child;
    return child;
  };
  for (let index = 0; index < 3; index++) start(index);
  const number = () => readLock(lockFolder(store.path, "shared")).number;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const before = number();
      // Whoever is alive goes on: nobody waits for the dead for ever.
      while (number() < before + 20) await new Promise((resolve) => setTimeout(resolve, 5));
      const index = Math.floor(Math.random() * 3);
      running[index]!.kill("SIGKILL");
      await running[index]!.status;
      await running[index]!.stdin.close().catch(() => {});
      start(index);
    }
  } finally {
    for (const child of running) child.kill("SIGKILL");
    for (const child of running) {
      await child.status;
      await child.stdin.close().catch(() => {});
    }
  }
  deepEqual((await Promise.all(said)).filter((text) => text.includes("two")), []);
});
