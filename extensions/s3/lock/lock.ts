import { sha256 } from "../client/checksum.ts";
import type { Client } from "../client/client.ts";
import { StoreFailure } from "../client/failure.ts";
import { pause } from "../client/retry.ts";
import { swap } from "../client/swap.ts";
import { LARGEST_LOCK, lockBytes, type LockInfo, type LockRecord, readLock } from "./record.ts";

/** How a lock is waited for and kept; times in milliseconds. */
export interface LockOptions {
  /** What is locked, the same on all machines. */
  lockKey?: string;
  /** A holder that has not renewed it for so long has lost it. 1,000 to 3,600,000. */
  ttlMs?: number;
  retryIntervalMs?: number;
  maxWaitMs?: number;
}

/** A lock that all machines of the store see. */
export interface Lock {
  /** @throws StoreFailure `lock_timeout` naming the holder */
  acquire(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Lets others in. A lock that was lost is left to its holder. */
  release(): Promise<void>;
  /**
   * Works with the lock held. The signal aborts when the lock is lost.
   *
   * @throws StoreFailure `lock_lost` when it was lost meanwhile, although the work ended well
   */
  withLock<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Its holder, or null when nobody holds it. */
  inspect(): Promise<LockInfo | null>;
  /** Takes it from the holder with this nonce; false when another one holds it by now. */
  forceRelease(nonce: string): Promise<boolean>;
}

/** A lock that is held. */
interface Holding {
  record: LockRecord;
  etag: string;
  /** By this machine's monotonic clock: when the store took the last renewal, or later. */
  renewedAt: number;
  lost: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The renewal on its way. */
  renewal: Promise<void> | undefined;
}

/** The clocks a lock needs. */
export interface LockClock {
  /** Milliseconds that only grow. */
  now(): number;
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const REAL_CLOCK: LockClock = { now: () => performance.now(), pause };

/**
 * A lock in the store. It is taken by a conditional write, so that two never get it at once, and renewed
 * all the time. Whether a holder is gone is judged without its clock: its object has not changed for its
 * time to live by this machine's own clock.
 */
export function openLock(
  client: Client,
  options: LockOptions = {},
  clock: LockClock = REAL_CLOCK,
): Lock {
  const ttlMs = Math.min(3_600_000, Math.max(1000, Math.round(options.ttlMs ?? 30_000)));
  const { retryIntervalMs = 1000, maxWaitMs = 60_000 } = options;
  const key = `locks/${sha256(new TextEncoder().encode(options.lockKey ?? "")).slice(0, 40)}`;
  let holding: Holding | undefined;

  const look = async (signal?: AbortSignal) => {
    const stored = await client.get(key, LARGEST_LOCK, signal);
    const record = stored === undefined ? undefined : readLock(stored.bytes);
    return { etag: stored?.etag, record: record?.released === false ? record : undefined };
  };

  const schedule = (held: Holding) => {
    const timer = setTimeout(() => {
      held.renewal = renew(held);
    }, ttlMs / 3);
    held.timer = timer;
    // A process that has nothing else to do ends.
    Deno.unrefTimer(timer);
  };

  const renew = async (held: Holding) => {
    const record = { ...held.record, beat: held.record.beat + 1 };
    const startedAt = clock.now();
    try {
      const swapped = await swap(client, key, lockBytes(record), held.etag);
      if (!swapped.done) return loseIt(held);
      Object.assign(held, { record, etag: swapped.etag, renewedAt: startedAt });
    } catch {
      // Others wait for as long as this since they saw the last renewal.
      if (clock.now() - held.renewedAt >= ttlMs) return loseIt(held);
    }
    if (holding === held) schedule(held);
  };

  const tryTake = async (expected: string | undefined) => {
    const record = newRecord(ttlMs);
    const startedAt = clock.now();
    // Without a signal: of a write that is broken off nobody would know whether the store has it.
    const swapped = await swap(client, key, lockBytes(record), expected);
    if (!swapped.done) return false;
    holding = {
      record,
      etag: swapped.etag,
      renewedAt: startedAt,
      lost: new AbortController(),
      timer: undefined,
      renewal: undefined,
    };
    schedule(holding);
    return true;
  };

  const lock: Lock = {
    async acquire({ signal } = {}) {
      if (holding !== undefined) {
        throw new StoreFailure("lock_timeout", "this process already holds it");
      }
      const startedAt = clock.now();
      let watched: { etag: string; since: number } | undefined;
      for (;;) {
        const { etag, record } = await look(signal);
        const now = clock.now();
        if (etag === undefined || watched?.etag !== etag) {
          watched = etag === undefined ? undefined : { etag, since: now };
        }
        // A holder may say any time to live; what is longer than ours can ask for is none.
        const theirs = Math.min(3_600_000, Math.max(1000, record?.ttlMs ?? 0));
        const isFree = record === undefined || now - watched!.since >= theirs;
        if (isFree && await tryTake(etag)) {
          if (!signal?.aborted) return;
          await lock.release();
          throw signal.reason;
        }
        if (clock.now() - startedAt >= maxWaitMs) throw timedOut(record, maxWaitMs);
        await clock.pause(isFree ? Math.random() * 100 : retryIntervalMs, signal);
      }
    },
    async release() {
      const held = holding;
      if (held === undefined) return;
      holding = undefined;
      clearTimeout(held.timer);
      await held.renewal;
      if (held.lost.signal.aborted) return;
      const record = { ...held.record, beat: held.record.beat + 1, released: true };
      // Somebody else's by now: then there is nothing to let go of.
      await swap(client, key, lockBytes(record), held.etag);
    },
    async withLock(work) {
      await lock.acquire();
      const held = holding!;
      try {
        const result = await work(held.lost.signal);
        held.lost.signal.throwIfAborted();
        return result;
      } finally {
        await lock.release();
      }
    },
    async inspect() {
      const { record } = await look();
      if (record === undefined) return null;
      const { holder, hostname, pid, acquiredAt, ttlMs, nonce } = record;
      return { holder, hostname, pid, acquiredAt, ttlMs, nonce };
    },
    async forceRelease(nonce) {
      for (;;) {
        const { etag, record } = await look();
        if (etag === undefined || record?.nonce !== nonce) return false;
        const released = { ...record, beat: record.beat + 1, released: true };
        // A renewal in between is tried again; another holder ends it.
        if ((await swap(client, key, lockBytes(released), etag)).done) return true;
      }
    },
  };
  return lock;
}

function loseIt({ lost }: Holding): void {
  lost.abort(
    new StoreFailure(
      "lock_lost",
      "another machine has it, or the store could not be reached in time",
    ),
  );
}

function newRecord(ttlMs: number): LockRecord {
  const hostname = hostnameOf();
  return {
    holder: `svc@${hostname}`,
    hostname,
    pid: Deno.pid,
    acquiredAt: new Date().toISOString(),
    ttlMs,
    nonce: crypto.randomUUID(),
    beat: 0,
    released: false,
  };
}

/** The sandbox may not tell; the host's own record then says more. */
function hostnameOf(): string {
  try {
    return Deno.hostname().slice(0, 100);
  } catch {
    return "unknown";
  }
}

function timedOut(record: LockRecord | undefined, maxWaitMs: number): StoreFailure {
  const who = record === undefined
    ? "others took it first"
    : `${record.holder} (process ${record.pid}) has held it since ${record.acquiredAt}`;
  return new StoreFailure("lock_timeout", `waited ${Math.round(maxWaitMs / 1000)} s; ${who}`);
}
