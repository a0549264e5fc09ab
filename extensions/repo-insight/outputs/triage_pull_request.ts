import * as z from "npm:zod@4.6.7";
import { checkSchema } from "../../platform/checks.ts";
import { pullRequestFields } from "../../platform/pull_request.ts";
import { AUTHOR_TYPES, commentSchema } from "./triage_issue.ts";

/** What a reviewer said last. */
export const REVIEW_STATES = ["approved", "changes-requested", "commented", "dismissed"] as const;

/** A state of {@link REVIEW_STATES}. */
export type ReviewState = typeof REVIEW_STATES[number];

/** How watching the checks of a pull request can end. */
const WATCH_RESULTS = [
  "passed",
  "failed",
  "no-checks",
  "head-moved",
  "closed",
  "timed-out",
] as const;

/** A result of {@link WATCH_RESULTS}. */
export type WatchResult = typeof WATCH_RESULTS[number];

/** Schema of the `triagePullRequest` output. */
export const triagePullRequestSchema = z.object({
  repo: z.string().describe("owner/name"),
  ...pullRequestFields,
  baseSha: z.string(),
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  mergeable: z.boolean().nullable().describe("Null while the platform computes it"),
  /** The platform's word, for example `clean`, `blocked`, `dirty`. */
  mergeableState: z.string(),
  reviews: z.array(z.object({
    author: z.string().nullable(),
    authorType: z.enum(AUTHOR_TYPES),
    state: z.enum(REVIEW_STATES),
    /** The commit they looked at; null when it is gone. */
    commitSha: z.string().nullable(),
    submittedAt: z.string().nullable(),
    url: z.string(),
  })).describe("One per person: the latest verdict, else the latest comment"),
  /** Logins and team slugs that were asked for a review and gave none yet. */
  requestedReviewers: z.array(z.string()),
  checks: z.array(checkSchema).describe("Check runs and commit statuses of the head"),
  commentCount: z.number().int(),
  comments: z.array(commentSchema).describe("The newest ones, newest last"),
  truncated: z.boolean().describe("True when reviews, checks or comments were truncated"),
  watch: z.object({
    result: z.enum(WATCH_RESULTS),
    /** The head whose checks were watched. */
    headSha: z.string(),
    timeoutSeconds: z.number().int(),
    startedAt: z.string(),
    endedAt: z.string(),
  }).nullable().describe("What watch_pr_checks saw"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One pull request with what a decision about it needs. Times are ISO 8601. */
export type TriagePullRequest = z.infer<typeof triagePullRequestSchema>;

/** What `watch_pr_checks` saw. */
export type Watch = NonNullable<TriagePullRequest["watch"]>;

/** The review of one person that counts: their latest verdict, else their latest comment. */
export type Review = TriagePullRequest["reviews"][number];
