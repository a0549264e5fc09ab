import * as z from "npm:zod@4.6.7";
import { type CheckSummary, checkSummarySchema } from "../../platform/checks.ts";

/** What a sweep did with a pull request. */
export const ACTIONS = ["none", "updated", "conflict", "agent-ran", "failed"] as const;

/** One of {@link ACTIONS}. */
export type Action = typeof ACTIONS[number];

/** How the head and its base go together, as git says. */
export const MERGE_STATES = ["clean", "conflict", "unknown"] as const;

/** What the agent left. */
export interface AgentRun {
  program: string;
  /** Commits that are on its branch and were not pushed. */
  commits: number;
  /** Local branch that holds them. */
  branch: string;
  /** Folder it worked in. */
  worktree: string;
}

/** Why something did not succeed. */
export interface SweepError {
  /** A stable word, such as `conflict`. */
  code: string;
  message: string;
}

/** One pull request as the sweep left it. */
export interface SweptPullRequest {
  /** owner/name of the upstream repository. */
  repo: string;
  number: number;
  title: string;
  url: string;
  author: string | null;
  /** Branch of the fork. */
  head: string;
  /** Branch of the upstream repository. */
  base: string;
  /** Commits of the base that the head lacked when the sweep came. */
  behindBy: number | null;
  mergeState: typeof MERGE_STATES[number];
  checks: CheckSummary | null;
  /** Review threads whose last word is not the author's. */
  unansweredThreads: number | null;
  action: Action;
  /** Commit of the head in the fork when the sweep came. */
  before: string | null;
  /** Commit of the head in the fork when it left. */
  after: string | null;
  agent: AgentRun | null;
  /** What else is to be known, for people. */
  note: string | null;
  error: SweepError | null;
  fetchedAt: string;
}

/** Schema of the `pr` output. */
export const sweptPullRequestSchema: z.ZodType<SweptPullRequest> = z.strictObject({
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
  agent: z.strictObject({
    program: z.string(),
    commits: z.number().int().describe("Commits on its branch; they were not pushed"),
    branch: z.string(),
    worktree: z.string(),
  }).nullable(),
  note: z.string().nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});
