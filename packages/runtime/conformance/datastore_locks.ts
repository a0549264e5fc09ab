import {
  type DatastoreSubject,
  type LockUnderTest,
  type Machine,
  storeRule,
} from "./datastore_subject.ts";
import type { Rule } from "./rule.ts";

const KEY = "behavior-11111111-1111-4111-8111-111111111111";

/** What svc relies on of locks. */
export const DATASTORE_LOCK_RULES: readonly Rule<DatastoreSubject>[] = [
  storeRule("a lock is held by one machine, and is free once it is given back", async (machine) => {
    const { one, mine, theirs } = await oneLock(machine);
    free(await theirs.inspect(), "a lock that nobody took");
    await mine.acquire();
    if (await isGiven(theirs)) throw new Error("a second machine got the same lock");
    await mine.release();
    free(await theirs.inspect(), "a lock that was given back");
    await theirs.acquire();
    if (await isGiven(await one.lock(KEY))) throw new Error("the first machine got it back");
    await theirs.release();
  }),
  storeRule("of many that want a lock at once, one gets it", async (machine) => {
    const locks: LockUnderTest[] = [];
    for (let at = 0; at < 6; at++) locks.push(await (await machine()).lock(KEY));
    const given = await Promise.all(locks.map(isGiven));
    const holders = given.filter(Boolean).length;
    if (holders !== 1) throw new Error(`${holders} of 6 machines got one lock at once`);
    await locks[given.indexOf(true)]!.release();
  }),
  storeRule("a lock that is waited for is given when it becomes free", async (machine) => {
    const [one, other] = [await machine(), await machine()];
    const mine = await one.lock(KEY, { ttlMs: 600_000 });
    const theirs = await other.lock(KEY, { maxWaitMs: 50_000, ttlMs: 600_000 });
    await mine.acquire();
    const waiting = theirs.acquire();
    const early = await Promise.race([waiting.then(() => "given"), mine.inspect()]);
    if (early === "given") throw new Error("a second machine got the same lock");
    await mine.release();
    await waiting;
    await theirs.release();
  }),
  storeRule(
    "inspect says who holds a lock, by a nonce that is another each time",
    async (machine) => {
      const [one, other] = [await machine(), await machine()];
      const nonces: string[] = [];
      for (const _ of [1, 2]) {
        const lock = await one.lock(KEY);
        await lock.acquire();
        for (const seen of [await lock.inspect(), await (await other.lock(KEY)).inspect()]) {
          const { holder, hostname, pid, acquiredAt, ttlMs, nonce } = Object(seen);
          if (typeof holder !== "string" || holder === "") throw new Error("no holder");
          if (typeof hostname !== "string") throw new Error("no hostname");
          if (typeof pid !== "number") throw new Error("no pid");
          if (Number.isNaN(Date.parse(acquiredAt))) throw new Error("no time as acquiredAt");
          if (typeof ttlMs !== "number" || !(ttlMs > 0)) throw new Error("no ttlMs");
          if (typeof nonce !== "string" || nonce === "") throw new Error("no nonce");
          nonces.push(nonce);
        }
        await lock.release();
      }
      const [a, b, c, d] = nonces;
      if (a !== b || c !== d) throw new Error("two machines see another nonce of one lock");
      if (a === c) throw new Error("a lock has the same nonce when it is taken again");
    },
  ),
  storeRule(
    "locks of different things do not keep each other from being taken",
    async (machine) => {
      const [one, other] = [await machine(), await machine()];
      const keys = [KEY, `${KEY}2`, "everything", "check-a.b"];
      const locks: LockUnderTest[] = [];
      for (const [at, key] of keys.entries()) {
        const lock = await (at % 2 === 0 ? one : other).lock(key);
        if (!await isGiven(lock)) throw new Error(`the lock '${key}' was refused`);
        locks.push(lock);
      }
      for (const lock of locks) await lock.release();
    },
  ),
  storeRule(
    "a lock can be taken away from the holder with this nonce, and from no other",
    async (machine) => {
      const { mine, theirs } = await oneLock(machine);
      await mine.acquire();
      const nonce = nonceOf(await theirs.inspect());
      if (await theirs.forceRelease(crypto.randomUUID()) !== false) {
        throw new Error("forceRelease took the lock of another nonce");
      }
      if (nonceOf(await theirs.inspect()) !== nonce) throw new Error("the lock is gone");
      if (await theirs.forceRelease(nonce) !== true) {
        throw new Error("forceRelease did not take the lock");
      }
      free(await theirs.inspect(), "a lock that was taken away");
      if (await theirs.forceRelease(nonce) !== false) {
        throw new Error("forceRelease took a lock that nobody held");
      }
      await theirs.acquire();
      const next = nonceOf(await theirs.inspect());
      // The machine that lost it may not know yet.
      await mine.release().catch(() => {});
      if (nonceOf(await theirs.inspect()) !== next) {
        throw new Error("who had lost the lock gave back that of its next holder");
      }
      await theirs.release();
    },
  ),
  storeRule(
    "a lock stays held as long as its holder lives, also beyond its time",
    async (machine) => {
      const { mine, theirs } = await oneLock(machine);
      await mine.acquire();
      const { nonce, ttlMs } = Object(await mine.inspect());
      await new Promise((resolve) => setTimeout(resolve, ttlMs * 1.5));
      if (await isGiven(theirs)) throw new Error("another machine got the lock meanwhile");
      if (nonceOf(await theirs.inspect()) !== nonce) throw new Error("it has another nonce now");
      await mine.release();
    },
  ),
  storeRule(
    "a lock whose holder was killed is free after its time",
    async (machine, name, subject) => {
      const ttlMs = subject.ttlMs ?? 2000;
      await subject.abandon!(name, { lockKey: KEY, ttlMs });
      const lock = await (await machine()).lock(KEY, { maxWaitMs: ttlMs + 30_000 });
      await lock.acquire();
      await lock.release();
    },
  ),
];

/** One lock as two machines have it. */
async function oneLock(machine: () => Promise<Machine>) {
  const [one, other] = [await machine(), await machine()];
  return { one, mine: await one.lock(KEY), theirs: await other.lock(KEY) };
}

async function isGiven(lock: LockUnderTest): Promise<boolean> {
  try {
    await lock.acquire();
    return true;
  } catch {
    return false;
  }
}

function free(info: unknown, what: string): void {
  if (info === null || info === undefined) return;
  throw new Error(`inspect says that ${what} is held`);
}

function nonceOf(info: unknown): string {
  return String(Object(info).nonce);
}
