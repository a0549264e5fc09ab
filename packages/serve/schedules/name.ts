import { assertName } from "../names/name.ts";

/**
 * Checks the name of a schedule.
 *
 * @throws SvcError `invalid_name` with what is allowed
 */
export function assertScheduleName(name: string): void {
  assertName("schedule", name, "nightly-report");
}
