import { SvcError } from "@svc/core/error";
import { isPostgres } from "./engine.ts";
import type { Db, Trx } from "./schema.ts";

/** How often a transaction is run at least that other transactions get in the way of. */
const TRIES = 20;

/** For how long it is run again at least, in milliseconds: many publish into one collective. */
const PATIENCE = 15_000;

/** The longest wait between two tries, in milliseconds. */
const LONGEST_WAIT = 250;

/**
 * Runs `work` in a transaction that sees and leaves the store as if no other had run meanwhile.
 *
 * On Postgres transactions run side by side, and one that met another is rolled back and run again.
 * So `work` may be called several times: what it does outside of the store belongs behind the
 * returned promise.
 *
 * @throws SvcError `unavailable` when others got in the way each time
 */
export async function inTransaction<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const begin = db.transaction();
  if (!isPostgres(db)) return await begin.execute(work);
  return await unlessMet(() => begin.setIsolationLevel("serializable").execute(work));
}

/**
 * Runs a transaction again while Postgres rolls it back for another one's sake.
 *
 * @throws SvcError `unavailable` when others got in the way each time
 */
export async function unlessMet<Result>(run: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  for (let tried = 1;; tried++) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      const impatient = performance.now() - began > PATIENCE;
      if (tried >= TRIES && impatient) throw busy(error);
    }
    await waitBefore(tried);
  }
}

/** Waits that differ, so that those who met do not meet again. */
async function waitBefore(tried: number): Promise<void> {
  const longest = Math.min(LONGEST_WAIT, 2 ** tried);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
}

function busy(cause: unknown): SvcError {
  return new SvcError("unavailable", "Too many changes of the same thing at once", {
    hint: "Try again.",
    cause,
  });
}

/** Postgres' codes of a transaction that met another one, and of two that waited for each other. */
const CODES: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** True when the transaction was rolled back for another one's sake: it can be run again as it is. */
function isConflict(error: unknown): boolean {
  const { code, cause } = error instanceof Error
    ? error as Error & { code?: unknown }
    : { code: undefined, cause: undefined };
  return CODES.has(code) || CODES.has((cause as { code?: unknown } | undefined)?.code);
}
