import { SvcError } from "@svc/core/error";
import type { CollectiveTable } from "../store/collective_tables.ts";

/**
 * Makes sure that a collective may be changed. Its people go on reading.
 *
 * @throws SvcError `collective_suspended`
 */
export function assertNotSuspended(
  slug: string,
  { suspended_at, suspended_reason }: Pick<CollectiveTable, "suspended_at" | "suspended_reason">,
): void {
  if (suspended_at === null) return;
  throw new SvcError(
    "collective_suspended",
    `'${slug}' is suspended since ${suspended_at.slice(0, 10)}: ${suspended_reason}`,
    { hint: "Nothing in it can be changed until the operator of this registry lifts it." },
  );
}
