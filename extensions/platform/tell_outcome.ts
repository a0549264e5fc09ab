import type { MethodContext } from "./context.ts";
import type { Outcome } from "./outcome.ts";
import { terminalLine } from "./terminal.ts";

const SENTENCES = {
  "created": "{what} was created",
  "exists": "{what} already exists; nothing was written",
  "updated": "{what} was completed",
  "unchanged": "{what}: there is nothing to change; nothing was written",
  "would-create": "{what} would be created; run again with dryRun=false to do it",
  "would-update": "{what} would be completed; run again with dryRun=false to do it",
  "failed": "{what} failed",
} as const satisfies Record<Outcome, string>;

/** The outcome of one thing, as far as the run's log tells it. */
export interface LoggedOutcome {
  outcome: Outcome;
  /** What differs from what was asked for and was left as it is. */
  drift?: readonly { field: string }[];
}

/**
 * Tells the person who runs a method the outcome of a thing, in one line of the run's log: a plan
 * must not be taken for the deed.
 *
 * @param what for example `the release v1 of octocat/hello-world`
 */
export function tellOutcome(
  { logger }: Pick<MethodContext, "logger">,
  what: string,
  { outcome, drift = [] }: LoggedOutcome,
): void {
  const told = { what: terminalLine(what) };
  if (drift.length === 0) return logger.info(SENTENCES[outcome], told);
  const fields = drift.map(({ field }) => field).join(", ");
  logger.info(`${SENTENCES[outcome]}. It differs from your request: {fields}`, {
    ...told,
    fields,
  });
}
