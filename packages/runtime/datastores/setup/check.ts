import { isSvcError, SvcError } from "@svc/core/error";
import type { DatastoreHealth } from "../../providers/datastore_provider.ts";
import { bounded, LOCK_TTL_MS } from "../session/limits.ts";
import type { OpenDatastore } from "../session/opened.ts";

/** What is locked for a try. */
const CHECK = "check";

/** How a datastore says it is, within the time it has to answer. */
export function healthOf(
  { provider, limits }: OpenDatastore,
  signal?: AbortSignal,
): Promise<DatastoreHealth> {
  return bounded(
    { what: "say how it is", milliseconds: limits.answerMs, signal },
    (signal) => provider.verify({ signal }),
  );
}

/**
 * Tries what all safety rests on: the store is well, keeps what is written to it, and creates a file
 * only once. What is written for that is gone afterwards.
 *
 * @throws SvcError `datastore_failed` saying what it does wrong; `timeout`; `cancelled`
 */
export async function tryDatastore(
  open: OpenDatastore,
  signal?: AbortSignal,
): Promise<DatastoreHealth> {
  const health = await healthOf(open, signal);
  if (!health.healthy) throw unfit(health.message);
  const { provider, limits } = open;
  const asked = <T>(what: string, work: (signal: AbortSignal) => Promise<T>) =>
    bounded({ what, milliseconds: limits.answerMs, signal }, work);
  // Somebody else may be trying it just now.
  const mine = provider.lock(CHECK, { ttlMs: LOCK_TTL_MS, maxWaitMs: limits.answerMs / 3 });
  await asked("give a lock", (signal) => mine.acquire({ signal }));
  try {
    const holder = await asked("say who holds a lock", () => mine.inspect());
    if (holder === undefined) throw unfit("It loses writes");
    const other = provider.lock(CHECK, { ttlMs: LOCK_TTL_MS, maxWaitMs: 0 });
    if (await asked("refuse a lock", (signal) => isGiven(other, signal))) {
      await asked("take back a lock", () => other.release()).catch(() => {});
      throw unfit("It gives one lock to two holders at once");
    }
  } finally {
    await asked("take back a lock", () => mine.release());
  }
  if (await asked("say who holds a lock", () => mine.inspect()) !== undefined) {
    throw unfit("It keeps a lock that was released");
  }
  return health;
}

async function isGiven(
  lock: { acquire(options: { signal: AbortSignal }): Promise<void> },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await lock.acquire({ signal });
    return true;
  } catch (error) {
    if (isSvcError(error) && error.code === "lock_timeout") return false;
    throw error;
  }
}

function unfit(why: string): SvcError {
  return new SvcError("datastore_failed", `The datastore cannot be used: ${why}`, {
    hint: "Nothing was changed here. Fix the store, or name another one, and run it again.",
  });
}
