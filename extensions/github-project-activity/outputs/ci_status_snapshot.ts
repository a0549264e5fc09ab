import * as z from "npm:zod@4.6.7";
import { type Check, checkSchema } from "../../platform/checks.ts";

/** What the checks of a head say together; `unknown` when not all of them could be read. */
export const CI_STATES = ["success", "failure", "pending", "none", "unknown"] as const;

/** The checks of one pull request's head: check runs and commit statuses. */
export interface CiStatusSnapshot {
  repo: string;
  number: number;
  headSha: string;
  state: typeof CI_STATES[number];
  checks: Check[];
  /** True when there are more than were read. */
  truncated: boolean;
  fetchedAt: string;
}

/** Schema of the `ciStatusSnapshot` output. */
export const ciStatusSnapshotSchema: z.ZodType<CiStatusSnapshot> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  state: z.enum(CI_STATES).describe("unknown when not all of them could be read"),
  checks: z.array(checkSchema),
  truncated: z.boolean(),
  fetchedAt: z.string(),
});
