import { SvcError } from "@svc/core/error";
import { after } from "@svc/core/timer";
import type { Env } from "../configuration/named.ts";

const SYNC_MS = 300_000;
const LOCK_WAIT_MS = 60_000;

/** How long a lock lasts when its holder does not renew it. */
export const LOCK_TTL_MS = 30_000;

/** How long to wait for an answer beyond what was asked to be waited. */
const GRACE_MS = 15_000;

/** How long one that is cancelled waits for the end of what it asked, in milliseconds. */
const GIVE_UP_MS = 5_000;

/** How long a datastore may take, in milliseconds. */
export interface DatastoreLimits {
  /** One direction of a sync. */
  syncMs: number;
  /** The wait for a lock. */
  lockWaitMs: number;
  /** Until a lock is taken or refused. */
  lockMs: number;
  /** Until a lock that nobody waits for any more is given or refused all the same. */
  giveUpMs: number;
  /** A question, and giving back a lock. */
  answerMs: number;
}

/**
 * The limits that variables set (runtime reference 6.3).
 *
 * @param timeoutMs wins over the variable
 * @throws SvcError `validation_failed` for a variable that is not a number of milliseconds
 */
export function datastoreLimits(env: Env, timeoutMs?: number): DatastoreLimits {
  const lockWaitMs = milliseconds("SVC_LOCK_TIMEOUT_MS", env, LOCK_WAIT_MS);
  return {
    syncMs: timeoutMs ?? milliseconds("SVC_DATASTORE_SYNC_TIMEOUT_MS", env, SYNC_MS),
    lockWaitMs,
    lockMs: lockWaitMs + GRACE_MS,
    giveUpMs: GIVE_UP_MS,
    answerMs: GRACE_MS,
  };
}

function milliseconds(variable: string, env: Env, otherwise: number): number {
  const text = env(variable);
  if (!text) return otherwise;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value <= 21_600_000) return value;
  throw new SvcError("validation_failed", `${variable} is not a number of milliseconds`, {
    hint: "Write a whole number, at most 21600000 (6 hours).",
  });
}

/**
 * Waits for an answer of a datastore, and no longer than `milliseconds` or until the signal aborts: one
 * that hangs may never see the signal it is given.
 *
 * @param what for the message: `The datastore did not <what> within …`
 * @throws SvcError `timeout`, `cancelled`
 */
export async function bounded<T>(
  { what, milliseconds, signal }: {
    what: string;
    milliseconds: number;
    signal?: AbortSignal | undefined;
  },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelled();
  const ending = Promise.withResolvers<never>();
  const inner = new AbortController();
  const end = (error: SvcError) => {
    ending.reject(error);
    inner.abort(error);
  };
  using _limit = after(milliseconds, () => end(tooLong(what, milliseconds)));
  const onAbort = () => end(cancelled());
  signal?.addEventListener("abort", onAbort);
  const working = work(inner.signal);
  try {
    return await Promise.race([working, ending.promise]);
  } catch (error) {
    // What the work says once it was ended here is only the consequence.
    throw inner.signal.aborted ? inner.signal.reason : error;
  } finally {
    working.catch(() => {});
    ending.promise.catch(() => {});
    signal?.removeEventListener("abort", onAbort);
  }
}

function tooLong(what: string, milliseconds: number): SvcError {
  return new SvcError("timeout", `The datastore did not ${what} within ${milliseconds} ms`, {
    hint: "'svc datastore status' checks it. SVC_DATASTORE_SYNC_TIMEOUT_MS sets how long a " +
      "sync may take.",
  });
}

function cancelled(): SvcError {
  return new SvcError("cancelled", "Waiting for the datastore was cancelled");
}
