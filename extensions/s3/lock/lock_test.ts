import assert from "node:assert/strict";
import { s3Error } from "@svc/fakes/s3";
import { isFailure } from "../client/failure.ts";
import { startStore, type TestStore } from "../testing/store.ts";
import { openLock } from "./lock.ts";
import { lockBytes, readLock } from "./record.ts";

/** A clock that goes on only while somebody waits. */
function waitingClock() {
  const clock = {
    ms: 0,
    /** What happens during each wait. */
    meanwhile: (): Promise<void> => Promise.resolve(),
    now: () => clock.ms,
    async pause(ms: number) {
      await clock.meanwhile();
      clock.ms += ms;
    },
  };
  return clock;
}

/** The object of a lock, wherever it lies. */
async function objectOf(store: TestStore) {
  const { objects } = await store.client.list("locks/");
  const key = `locks/${objects[0]!.key}`;
  return { key, ...(await store.client.get(key, 4096))! };
}

Deno.test("of many that want a lock one has it at a time", async () => {
  await using store = await startStore();
  let holders = 0;
  let turns = 0;
  await Promise.all(Array.from({ length: 8 }, async () => {
    const lock = openLock(store.client, { lockKey: "one", retryIntervalMs: 1 });
    await lock.withLock(async () => {
      assert.equal(++holders, 1);
      await store.client.get("nothing", 10);
      turns++;
      holders--;
    });
  }));
  assert.equal(turns, 8);
  assert.equal(await openLock(store.client, { lockKey: "one" }).inspect(), null);
});

Deno.test("locks of other names do not wait for each other", async () => {
  await using store = await startStore();
  await openLock(store.client, { lockKey: "a" }).acquire();
  await openLock(store.client, { lockKey: "b" }).acquire();
  await openLock(store.clientOf({ prefix: "elsewhere" }), { lockKey: "a" }).acquire();
});

Deno.test("the lock of a dead holder is free after its time to live by the waiter's own clock", async () => {
  await using store = await startStore();
  const clock = waitingClock();
  const dead = openLock(store.client, { lockKey: "x", ttlMs: 30_000 }, clock);
  await dead.acquire();
  const { key, bytes, etag } = await objectOf(store);
  // Its own clock says tomorrow: that decides nothing.
  const record = {
    ...readLock(bytes)!,
    acquiredAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  await store.client.put(key, lockBytes(record), { etag });

  const next = openLock(store.client, { lockKey: "x", maxWaitMs: 60_000 }, clock);
  await next.acquire();
  assert.ok(clock.ms >= 30_000 && clock.ms < 35_000, String(clock.ms));
  assert.notEqual((await next.inspect())!.nonce, record.nonce);
  // Woken up, the first one lets go of nothing.
  await dead.release();
  assert.notEqual(await next.inspect(), null);
});

Deno.test("a lock that is renewed is not taken, and the refusal names its holder", async () => {
  await using store = await startStore();
  const clock = waitingClock();
  const holder = openLock(store.client, { lockKey: "x", ttlMs: 3000 }, clock);
  await holder.acquire();
  clock.meanwhile = async () => {
    const { key, bytes, etag } = await objectOf(store);
    const record = readLock(bytes)!;
    await store.client.put(key, lockBytes({ ...record, beat: record.beat + 1 }), { etag });
  };
  const waiter = openLock(store.client, { lockKey: "x", maxWaitMs: 20_000 }, clock);
  await assert.rejects(
    waiter.acquire(),
    (error) =>
      isFailure(error, "lock_timeout") && /svc@.*process \d+.*since 20/.test(error.message),
  );
});

Deno.test("a holder renews its lock, and learns that it was taken away", async () => {
  await using store = await startStore();
  const lock = openLock(store.client, { lockKey: "x", ttlMs: 1000 });
  const other = openLock(store.client, { lockKey: "x" });
  await assert.rejects(
    lock.withLock(async (signal) => {
      const { key, etag } = await objectOf(store);
      while ((await store.client.get(key, 4096))!.etag === etag);
      const { nonce } = (await other.inspect())!;
      assert.equal(await other.forceRelease("another"), false);
      assert.equal(await other.forceRelease(nonce), true);
      assert.equal(await other.forceRelease(nonce), false);
      await other.acquire();
      // A renewal may have met the other holder before this line.
      if (!signal.aborted) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      }
    }),
    (error) => isFailure(error, "lock_lost"),
  );
  assert.notEqual(await other.inspect(), null, "the other one still has it");
  await other.release();
});

Deno.test("a lock whose first answer was lost is held, by the one that wrote it", async () => {
  await using store = await startStore();
  let lost = 0;
  store.front.intercept = async ({ method }, forward) => {
    const answer = await forward();
    return method === "PUT" && lost++ === 0 ? s3Error(500, "InternalError") : answer;
  };
  const lock = openLock(store.client, { lockKey: "x", maxWaitMs: 0 });
  await lock.acquire();
  await lock.release();
  assert.ok(lost > 1);
  await openLock(store.client, { lockKey: "x", maxWaitMs: 0 }).acquire();
});

Deno.test("what somebody else wrote in the lock's place does not hold it for ever, nor reach a terminal", async () => {
  await using store = await startStore();
  await openLock(store.client, { lockKey: "x" }).acquire();
  const { key, bytes } = await objectOf(store);
  const record = readLock(bytes)!;
  const hostile = [
    "",
    "null",
    "{",
    "[]",
    JSON.stringify({ ...record, holder: "a".repeat(500) }),
    JSON.stringify({ ...record, pid: "1" }),
  ];
  for (const text of hostile) {
    await store.client.put(key, new TextEncoder().encode(text), undefined);
    const clock = waitingClock();
    await openLock(store.client, { lockKey: "x", maxWaitMs: 0 }, clock).acquire();
    assert.equal(clock.ms, 0, text);
  }
  const holder = "\x1b]0;owned\x07\u202e";
  await store.client.put(key, lockBytes({ ...record, holder, ttlMs: 1e15 }), undefined);
  const clock = waitingClock();
  const waiting = { lockKey: "x", maxWaitMs: 10_000_000, retryIntervalMs: 60_000 };
  const lock = openLock(store.client, waiting, clock);
  assert.match((await lock.inspect())!.holder, /^[\x20-\x7e]+$/);
  await lock.acquire();
  assert.ok(clock.ms <= 3_700_000, String(clock.ms));
});

Deno.test("waiting for a lock ends when it is cancelled", async () => {
  await using store = await startStore();
  await openLock(store.client, { lockKey: "x" }).acquire();
  const controller = new AbortController();
  const clock = waitingClock();
  clock.meanwhile = () => Promise.resolve(controller.abort(new Error("stopped")));
  const waiter = openLock(store.client, { lockKey: "x" }, clock);
  await assert.rejects(waiter.acquire({ signal: controller.signal }), /stopped/);
});

Deno.test("who is cancelled while the store gives the lock leaves nobody holding it", async () => {
  await using store = await startStore();
  const controller = new AbortController();
  store.front.intercept = async ({ method }, forward) => {
    const answer = await forward();
    if (method === "PUT") controller.abort(new Error("stopped"));
    return answer;
  };
  const waiter = openLock(store.client, { lockKey: "x" });
  await assert.rejects(waiter.acquire({ signal: controller.signal }), /stopped/);
  const other = openLock(store.client, { lockKey: "x", maxWaitMs: 0 });
  assert.equal(await other.inspect(), null);
  await other.acquire();
});
