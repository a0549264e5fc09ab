import { isSvcError, type SvcError } from "@svc/core/error";
import { pauseFor } from "@svc/core/timer";

/** How a request that failed is made again. */
export interface Trying {
  /** Resolves after that many milliseconds, or once the signal aborts. */
  wait(milliseconds: number): Promise<void>;
  /** Whether a failure stands that might pass. */
  stands?(error: SvcError): boolean | void;
  /** Called with a failure that is tried again, once for each row of them. */
  onFailure?(error: SvcError): void;
}

/** The clock on the wall. */
export const REAL_TRYING: Trying = { wait: pauseFor };

/** How often in a row, and how long before each: 1 s, 2 s, 3 s … 5 s; together 40 s. */
const TRIES = 10;
const STEP_MS = 1000;
const LONGEST_MS = 5000;

/** Codes of failures that pass: no answer, and what stands in front of a server that restarts. */
const PASSING: ReadonlySet<string> = new Set(["server_unreachable", "timeout", "unavailable"]);

/** Whether trying again may help: not for an answer that no server of svc gives. */
export function isPassing(error: unknown): error is SvcError {
  return isSvcError(error) && PASSING.has(error.code) && error.status >= 500;
}

/** Counts failures in a row. */
export function attempts({ wait, stands, onFailure }: Trying) {
  let row = 0;
  return {
    /**
     * Waits before another try.
     *
     * @throws the failure, when it stands or there were 10 in a row
     */
    async failed(error: unknown) {
      if (!isPassing(error) || row === TRIES || stands?.(error)) throw error;
      row += 1;
      if (row === 1) onFailure?.(error);
      await wait(Math.min(row * STEP_MS, LONGEST_MS));
    },
    /** It works again. */
    succeeded: () => void (row = 0),
  };
}

/** Does `work`, again after failures that pass. */
export async function again<T>(work: () => Promise<T>, trying: Trying): Promise<T> {
  const tried = attempts(trying);
  while (true) {
    try {
      return await work();
    } catch (error) {
      await tried.failed(error);
    }
  }
}
