import * as z from "npm:zod@4.6.7";
import { checkSummarySchema } from "../../platform/checks.ts";

/** What a sweep did with a pull request. */
export const ACTIONS = ["none", "updated", "conflict", "agent-ran", "failed"] as const;

/** One of {@link ACTIONS}. */
export type Action = typeof ACTIONS[number];

/** How the head and its base go together, as git says. */
const MERGE_STATES = ["clean", "conflict", "unknown"] as const;

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
    "Review threads without a reply from the author",
  ),
  action: z.enum(ACTIONS),
  before: z.string().nullable().describe("Head commit in the fork before"),
  after: z.string().nullable().describe("Head commit in the fork afterwards"),
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

/** The outcome of the fork's main branch. */
const MAIN_STATES = ["updated", "unchanged", "conflict", "failed"] as const;

const errorSchema = z.strictObject({ code: z.string(), message: z.string() }).nullable();

/** Schema of the `sweep` output. */
export const sweepSchema = z.strictObject({
  upstream: z.string().describe("owner/name"),
  fork: z.string().describe("owner/name"),
  startedAt: z.string().describe("ISO 8601"),
  finishedAt: z.string().describe("ISO 8601"),
  mainBranch: z.string(),
  mainUpdated: z.enum(MAIN_STATES).describe("The outcome of the fork's main branch"),
  mainError: errorSchema,
  counts: z.strictObject({
    none: z.number().int(),
    updated: z.number().int(),
    conflict: z.number().int(),
    agentRan: z.number().int(),
    failed: z.number().int(),
  }),
  prs: z.array(z.strictObject({
    number: z.number().int(),
    url: z.string(),
    action: z.enum(ACTIONS),
    error: errorSchema,
  })),
  truncated: z.boolean().describe("True when there are more open pull requests than were read"),
});

/** A sweep of a fork's pull requests. Times are ISO 8601. */
export type Sweep = z.infer<typeof sweepSchema>;

/** How many pull requests each action had. */
export function countsOf(prs: readonly SweptPullRequest[]): Sweep["counts"] {
  const count = (action: Action) => prs.filter((pull) => pull.action === action).length;
  return {
    none: count("none"),
    updated: count("updated"),
    conflict: count("conflict"),
    agentRan: count("agent-ran"),
    failed: count("failed"),
  };
}
