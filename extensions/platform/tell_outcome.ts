import type { MethodContext } from "./context.ts";
import type { Outcome } from "./outcome.ts";
import { terminalLine } from "./terminal.ts";

/** What a method did to one object, as far as the run's log tells it. */
export interface Told {
  outcome: Outcome;
  /** Address of the object, when there is one. */
  url?: string | null;
  /** What differs from what was asked for and was left as it is. */
  drift?: readonly { field: string }[];
}

/**
 * One line of the run's log for one object, so that a plan is not taken for the deed: who runs a
 * method reads that before any data.
 *
 * @param what the object, for example `the release v1 of octocat/hello-world`
 */
export function tellOutcome(
  { logger }: Pick<MethodContext, "logger">,
  what: string,
  { outcome, url, drift = [] }: Told,
): void {
  const parts = [outcome.startsWith("would-") ? `${outcome} (nothing was written)` : outcome];
  if (url) parts.push(url);
  if (drift.length > 0) {
    parts.push(`with another ${drift.map(({ field }) => field).join(", ")} than you asked for`);
  }
  logger.info("{what}: {result}", {
    what: terminalLine(what),
    result: terminalLine(parts.join(" ")),
  });
}
