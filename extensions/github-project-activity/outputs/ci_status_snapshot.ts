import * as z from "npm:zod@4.6.7";
import { checkSchema } from "../../platform/checks.ts";

/** What the checks of a head say together; `unknown` when not all of them could be read. */
export const CI_STATES = ["success", "failure", "pending", "none", "unknown"] as const;

/** Schema of the `ciStatusSnapshot` output. */
export const ciStatusSnapshotSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  state: z.enum(CI_STATES).describe("unknown when not all of them could be read"),
  checks: z.array(checkSchema),
  /** True when there are more than were read. */
  truncated: z.boolean(),
  fetchedAt: z.string(),
});

/** The checks of one pull request's head: check runs and commit statuses. */
export type CiStatusSnapshot = z.infer<typeof ciStatusSnapshotSchema>;
