import * as z from "npm:zod@4.6.7";
import { checkSchema } from "../../platform/checks.ts";

/** Schema of the `checkRunSnapshot` output. */
export const checkRunSnapshotSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  checks: z.array(checkSchema),
  truncated: z.boolean(),
  fetchedAt: z.string(),
});

/** The checks of one head: check runs and commit statuses. */
export type CheckRunSnapshot = z.infer<typeof checkRunSnapshotSchema>;
