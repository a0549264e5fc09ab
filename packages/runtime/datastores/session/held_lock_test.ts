import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { memoryDatastore, memoryStore } from "../../testing/memory_datastore.ts";
import { refusal } from "../../testing/refusal.ts";
import { holdLock, lockKeyOf } from "./held_lock.ts";
import { datastoreLimits } from "./limits.ts";

const limits = datastoreLimits(() => undefined);

async function held(store = memoryStore()) {
  const lost = Promise.withResolvers<string>();
  const said: string[] = [];
  const lock = await holdLock(memoryDatastore(store), lockKeyOf("x"), {
    limits,
    onLost: (line) => {
      said.push(line);
      lost.resolve(line);
    },
    watchMs: 1,
  });
  return { store, lock, said, lost: lost.promise };
}

/** The watch lets the process end, so the test has to keep it. */
async function kept<T>(promise: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 1000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

Deno.test("a lock that another machine took is told once, by its holder", async () => {
  const { store, lock, said, lost } = await held();
  const grace = { ...store.locks.get("behavior-x")!, holder: "grace@elsewhere", nonce: "other" };
  store.locks.set("behavior-x", grace);
  match(await kept(lost), /grace@elsewhere/);
  await lock.release();
  equal(said.length, 1);
  deepEqual(store.locks.get("behavior-x"), grace, "another's lock was released");
});

Deno.test("a lock that was taken away is told", async () => {
  const { store, lock, lost } = await held();
  store.locks.clear();
  match(await kept(lost), /taken away/);
  await lock.release();
});

Deno.test("a lock that is still ours is not told, nor looked at after its release", async () => {
  const { store, lock, said } = await held();
  await kept(new Promise((resolve) => setTimeout(resolve, 20)));
  await lock.release();
  equal(store.locks.size, 0);
  deepEqual(said, []);
});

Deno.test("who is cancelled while the lock is given to it holds it no more when that is told", async () => {
  const store = memoryStore();
  const stop = new AbortController();
  const inner = memoryDatastore(store).lock(lockKeyOf("x"));
  const lock = {
    ...inner,
    async acquire() {
      stop.abort();
      // The answer is on its way for so long.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await inner.acquire();
    },
  };
  const provider = memoryDatastore(store, { broken: { lock } });
  const patient = { ...limits, giveUpMs: 3_600_000 };
  const options = { limits: patient, signal: stop.signal, onLost: () => {} };
  await rejects(holdLock(provider, lockKeyOf("x"), options), refusal("cancelled"));
  equal(store.asked.at(-1), "release behavior-x");
  equal(store.locks.size, 0);
});

Deno.test("a lock that is never given nor refused keeps nobody who is cancelled for long", async () => {
  const stop = new AbortController();
  const lock = {
    acquire() {
      stop.abort();
      return new Promise<void>(() => {});
    },
  };
  const provider = memoryDatastore(memoryStore(), { broken: { lock } });
  const options = { limits: { ...limits, giveUpMs: 1 }, signal: stop.signal, onLost: () => {} };
  await rejects(holdLock(provider, lockKeyOf("x"), options), refusal("cancelled"));
});
