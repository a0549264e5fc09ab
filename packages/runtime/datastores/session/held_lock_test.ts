import { deepEqual, equal, match } from "node:assert/strict";
import { memoryDatastore, memoryStore } from "../../testing/memory_datastore.ts";
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
