import * as z from "npm:zod@4.6.7";
import { failureRecordSchema } from "../../platform/outcome.ts";

/** Schema of the `collectionStatus` output. */
export const collectionStatusSchema = z.strictObject({
  repo: z.string(),
  subject: z.string().describe("repository, pr-<n> or issue-<n>"),
  /** What is listed: index, issueComments, reviewComments, details, reviews, timeline, checks, git … */
  component: z.string(),
  /** False while parts are missing. */
  complete: z.boolean(),
  /** Entries that were read when the status became what it is. */
  itemCount: z.number().int(),
  error: failureRecordSchema.nullable(),
  /** Since when. */
  at: z.string(),
});

/** How far one list is read: of the repository, or of one subject (`pr-12`). */
export type CollectionStatus = z.infer<typeof collectionStatusSchema>;
