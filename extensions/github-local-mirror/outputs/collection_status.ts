import * as z from "npm:zod@4.6.7";
import { type FailureRecord, failureRecordSchema } from "../../platform/outcome.ts";

/** How far one list is read: of the repository, or of one subject (`pr-12`). */
export interface CollectionStatus {
  repo: string;
  /** `repository`, `pr-<n>` or `issue-<n>`. */
  subject: string;
  /** What is listed: index, issueComments, reviewComments, details, reviews, timeline, checks, git … */
  component: string;
  /** False while parts are missing. */
  complete: boolean;
  /** Entries that were read when the status became what it is. */
  itemCount: number;
  error: FailureRecord | null;
  /** Since when. */
  at: string;
}

/** Schema of the `collectionStatus` output. */
export const collectionStatusSchema: z.ZodType<CollectionStatus> = z.strictObject({
  repo: z.string(),
  subject: z.string().describe("repository, pr-<n> or issue-<n>"),
  component: z.string(),
  complete: z.boolean(),
  itemCount: z.number().int(),
  error: failureRecordSchema.nullable(),
  at: z.string(),
});
