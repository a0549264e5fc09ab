import * as z from "npm:zod@4.6.7";
import {
  REVIEW_DECISIONS,
  REVIEW_STATES,
  type ReviewState,
} from "../../platform/subjects/pr_snapshot.ts";
import { type CheckSummary, checkSummarySchema } from "../../platform/checks.ts";

/** One pull request of a stack. Times are ISO 8601. */
export interface PullRequestStatus {
  /** owner/name */
  repo: string;
  number: number;
  title: string;
  author: string | null;
  /** Branch that holds the change. */
  head: string;
  /** Branch it is to go into. */
  base: string;
  headSha: string;
  state: "open" | "closed" | "merged";
  draft: boolean;
  /** Derived from the last word of each reviewer; null when nobody was asked or said anything. */
  reviewDecision: typeof REVIEW_DECISIONS[number] | null;
  reviewers: { login: string; state: ReviewState }[];
  /** People and teams (`team:name`) who were asked and have not answered. */
  pendingReviewers: string[];
  checks: CheckSummary;
  /** Null while the platform is working it out. */
  mergeable: boolean | null;
  url: string;
  mergedAt: string | null;
  fetchedAt: string;
}

/** Schema of the `prStatus` output. */
export const pullRequestStatusSchema: z.ZodType<PullRequestStatus> = z.strictObject({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  author: z.string().nullable(),
  head: z.string().describe("Branch that holds the change"),
  base: z.string().describe("Branch it is to go into"),
  headSha: z.string(),
  state: z.enum(["open", "closed", "merged"]),
  draft: z.boolean(),
  reviewDecision: z.enum(REVIEW_DECISIONS).nullable().describe(
    "Derived from the last word of each reviewer",
  ),
  reviewers: z.array(z.strictObject({ login: z.string(), state: z.enum(REVIEW_STATES) })),
  pendingReviewers: z.array(z.string()).describe("People and teams (team:name) not heard yet"),
  checks: checkSummarySchema,
  mergeable: z.boolean().nullable().describe("Null while the platform is working it out"),
  url: z.string(),
  mergedAt: z.string().nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});
