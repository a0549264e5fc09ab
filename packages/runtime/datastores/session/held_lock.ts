import { SvcError } from "@svc/core/error";
import type {
  DatastoreLock,
  DatastoreProvider,
  LockInfo,
} from "../../providers/datastore_provider.ts";
import { bounded, type DatastoreLimits, LOCK_TTL_MS } from "./limits.ts";

/** What is locked: a behavior by its id, or everything, for commands that clean up. */
export function lockKeyOf(behavior: string | undefined): string {
  return behavior === undefined ? "everything" : `behavior-${behavior}`;
}

/** A lock that this process holds. */
export interface HeldLock {
  /** Gives it back. What the datastore says then is thrown on. */
  release(): Promise<void>;
}

/** How a lock is taken. */
interface HoldOptions {
  limits: DatastoreLimits;
  signal?: AbortSignal | undefined;
  /** Told once when somebody else has it, or nobody. */
  onLost: (line: string) => void;
  /** Milliseconds between two looks, default a third of what a lock lasts. */
  watchMs?: number;
}

/**
 * Takes a lock and looks after it: that the datastore says we hold it, now and while the work goes on.
 *
 * @param name what is locked, for messages
 * @throws SvcError `lock_timeout` naming the holder; `datastore_failed` when nobody or somebody else
 *   holds what was just taken; `timeout`; `cancelled`
 */
export async function holdLock(
  provider: DatastoreProvider,
  key: string,
  options: HoldOptions,
): Promise<HeldLock> {
  const { limits, signal } = options;
  const lock = provider.lock(key, { ttlMs: LOCK_TTL_MS, maxWaitMs: limits.lockWaitMs });
  await acquire(lock, limits, signal);
  const release = () =>
    bounded({ what: "take back the lock", milliseconds: limits.answerMs }, () => lock.release());
  try {
    const mine = await holderOf(lock, limits, signal);
    if (mine === undefined) throw unheld();
    const stop = watch(lock, mine, options);
    return {
      release: async () => {
        stop();
        await release();
      },
    };
  } catch (error) {
    await release().catch(() => {});
    throw error;
  }
}

async function acquire(
  lock: DatastoreLock,
  limits: DatastoreLimits,
  signal: AbortSignal | undefined,
): Promise<void> {
  let acquiring: Promise<void> | undefined;
  try {
    await bounded(
      { what: "answer whether it is locked", milliseconds: limits.lockMs, signal },
      (signal) => acquiring = lock.acquire({ signal }),
    );
  } catch (error) {
    if (acquiring === undefined) throw error;
    // It may be given all the same, and once the datastore is closed nobody could give it back.
    const late = { what: "refuse the lock", milliseconds: limits.giveUpMs };
    await bounded(late, async () => {
      await acquiring;
      await lock.release();
    }).catch(() => {});
    throw error;
  }
}

function holderOf(
  lock: DatastoreLock,
  limits: DatastoreLimits,
  signal?: AbortSignal,
): Promise<LockInfo | undefined> {
  return bounded(
    { what: "say who holds the lock", milliseconds: limits.answerMs, signal },
    () => lock.inspect(),
  );
}

function unheld(): SvcError {
  return new SvcError(
    "datastore_failed",
    "The datastore granted a lock but says that nobody holds it",
    { hint: "It loses writes: 'svc datastore status' says more." },
  );
}

/** Looks now and then whether the lock is still ours. @returns ends that */
function watch(lock: DatastoreLock, mine: LockInfo, options: HoldOptions): () => void {
  let over = false;
  let looking = false;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    try {
      const now = await holderOf(lock, options.limits);
      if (over || now !== undefined && isSame(now, mine)) return;
      stop();
      options.onLost(
        now === undefined
          ? "The lock of the datastore was taken away"
          : `${now.holder} has taken the lock of the datastore`,
      );
    } catch {
      // A store that does not answer now may answer the next time; the push will tell.
    } finally {
      looking = false;
    }
  }, options.watchMs ?? LOCK_TTL_MS / 3);
  // It only looks: the work is what svc waits for.
  Deno.unrefTimer(timer);
  const stop = () => {
    over = true;
    clearInterval(timer);
  };
  return stop;
}

function isSame(a: LockInfo, b: LockInfo): boolean {
  if (a.nonce !== undefined || b.nonce !== undefined) return a.nonce === b.nonce;
  return a.hostname === b.hostname && a.pid === b.pid && a.acquiredAt === b.acquiredAt;
}
