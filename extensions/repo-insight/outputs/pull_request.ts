import { z } from "npm:zod@4.6.7";

/** States a list of pull requests may be narrowed to. */
export const PULL_REQUEST_STATES = ["open", "closed", "merged", "all"] as const;

/** A state of {@link PULL_REQUEST_STATES}. */
export type PullRequestState = typeof PULL_REQUEST_STATES[number];

/** One pull request. Times are ISO 8601. */
export interface PullRequest {
  number: number;
  title: string;
  state: "open" | "closed" | "merged";
  draft: boolean;
  author: string | null;
  /** Branch that holds the change. */
  head: string;
  headSha: string;
  /** Branch it is to go into. */
  base: string;
  labels: string[];
  url: string;
  createdAt: string;
  updatedAt: string;
  mergedAt: string | null;
}

/** The pull requests of one repository. */
export interface PullRequestList {
  repo: string;
  state: PullRequestState;
  pullRequests: PullRequest[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** When this was read. */
  fetchedAt: string;
}

/** Schema of the `pull_requests` output. */
export const pullRequestListSchema: z.ZodType<PullRequestList> = z.object({
  repo: z.string().describe("owner/name"),
  state: z.enum(PULL_REQUEST_STATES),
  pullRequests: z.array(z.object({
    number: z.number().int(),
    title: z.string(),
    state: z.enum(["open", "closed", "merged"]),
    draft: z.boolean(),
    author: z.string().nullable(),
    head: z.string(),
    headSha: z.string(),
    base: z.string(),
    labels: z.array(z.string()),
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    mergedAt: z.string().nullable(),
  })),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});
