import * as z from "npm:zod@4.6.7";
import { checkSummarySchema } from "../../platform/checks.ts";

/** What a sweep did with a pull request. */
export const ACTIONS = ["none", "updated", "conflict", "agent-ran", "failed"] as const;

/** One of {@link ACTIONS}. */
export type Action = typeof ACTIONS[number];

/** How the head and its base go together, as git says. */
export const MERGE_STATES = ["clean", "conflict", "unknown"] as const;

/** Schema of the `pr` output. */
export const sweptPullRequestSchema = z.strictObject({
  repo: z.string().describe("owner/name of the upstream repository"),
  number: z.number().int(),
  title: z.string(),
  url: z.string(),
  author: z.string().nullable(),
  head: z.string().describe("Branch of the fork"),
  base: z.string().describe("Branch of the upstream repository"),
  behindBy: z.number().int().nullable().describe("Commits of the base that the head lacked"),
  mergeState: z.enum(MERGE_STATES),
  checks: checkSummarySchema.nullable(),
  unansweredThreads: z.number().int().nullable().describe(
    "Review threads whose last word is not the author's",
  ),
  action: z.enum(ACTIONS),
  before: z.string().nullable().describe("Commit of the head in the fork before"),
  after: z.string().nullable().describe("Commit of the head in the fork afterwards"),
  /** What the agent left. */
  agent: z.strictObject({
    program: z.string(),
    commits: z.number().int().describe("Commits on its branch; they were not pushed"),
    /** Local branch that holds them. */
    branch: z.string(),
    /** Folder it worked in. */
    worktree: z.string(),
  }).nullable(),
  /** What else is to be known, for people. */
  note: z.string().nullable(),
  /** Why something did not succeed. */
  error: z.strictObject({
    /** A stable word, such as `conflict`. */
    code: z.string(),
    message: z.string(),
  }).nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One pull request as the sweep left it. */
export type SweptPullRequest = z.infer<typeof sweptPullRequestSchema>;
