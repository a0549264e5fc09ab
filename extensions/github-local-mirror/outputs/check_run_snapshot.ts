import * as z from "npm:zod@4.6.7";
import { type Check, checkSchema } from "../../platform/checks.ts";

/** The checks of one head: check runs and commit statuses. */
export interface CheckRunSnapshot {
  repo: string;
  number: number;
  headSha: string;
  checks: Check[];
  truncated: boolean;
  fetchedAt: string;
}

/** Schema of the `checkRunSnapshot` output. */
export const checkRunSnapshotSchema: z.ZodType<CheckRunSnapshot> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  checks: z.array(checkSchema),
  truncated: z.boolean(),
  fetchedAt: z.string(),
});
