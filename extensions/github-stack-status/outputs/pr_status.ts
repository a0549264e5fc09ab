import * as z from "npm:zod@4.6.7";
import { REVIEW_DECISIONS, REVIEW_STATES } from "../../platform/subjects/snapshots.ts";
import { checkSummarySchema } from "../../platform/checks.ts";

/** Schema of the `prStatus` output. */
export const pullRequestStatusSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  author: z.string().nullable(),
  head: z.string().describe("Branch with the change"),
  base: z.string().describe("Branch to merge into"),
  headSha: z.string(),
  state: z.enum(["open", "closed", "merged"]),
  draft: z.boolean(),
  reviewDecision: z.enum(REVIEW_DECISIONS).nullable().describe(
    "Derived from the latest review of each reviewer",
  ),
  reviewers: z.array(z.strictObject({ login: z.string(), state: z.enum(REVIEW_STATES) })),
  pendingReviewers: z.array(z.string()).describe(
    "People and teams (team:name) who have not reviewed yet",
  ),
  checks: checkSummarySchema,
  mergeable: z.boolean().nullable().describe("Null while the platform computes it"),
  url: z.string(),
  mergedAt: z.string().nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One pull request of a stack. Times are ISO 8601. */
export type PullRequestStatus = z.infer<typeof pullRequestStatusSchema>;
