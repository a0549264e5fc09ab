import * as z from "npm:zod@4.6.7";
import {
  type FailureRecord,
  failureRecordSchema,
  type Outcome,
  outcomeSchema,
} from "../outcome.ts";
import { storedText } from "../stored_text.ts";

/** States of a pull request; merged is told from closed. */
export const PULL_STATES = ["open", "closed", "merged"] as const;

/** One pull request, as it is upstream. Times are ISO 8601. */
export interface PullRequestFacts {
  number: number;
  url: string;
  title: string;
  /** Branch that holds the change; `owner:branch` when it is in a fork. */
  head: string;
  headSha: string;
  /** Branch it is to go into. */
  base: string;
  draft: boolean;
  state: typeof PULL_STATES[number];
  author: string | null;
  createdAt: string;
}

/** The `pullRequest` output: the outcome of one pull request that was to be opened. */
export interface PullRequestDocument {
  repo: string;
  number: number | null;
  url: string | null;
  title: string;
  head: string;
  headSha: string | null;
  base: string;
  draft: boolean;
  state: typeof PULL_STATES[number] | null;
  author: string | null;
  outcome: Outcome;
  dryRun: boolean;
  error: FailureRecord | null;
  createdAt: string | null;
  fetchedAt: string;
}

/** Schema of the `pullRequest` output. */
export const pullRequestSchema: z.ZodType<PullRequestDocument> = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int().nullable().describe("Null when there is none"),
  url: z.string().nullable(),
  title: z.string(),
  head: z.string().describe("Branch that holds the change; owner:branch when it is in a fork"),
  headSha: z.string().nullable(),
  base: z.string().describe("Branch it is to go into"),
  draft: z.boolean(),
  state: z.enum(PULL_STATES).nullable(),
  author: z.string().nullable(),
  outcome: outcomeSchema,
  dryRun: z.boolean(),
  error: failureRecordSchema.nullable(),
  createdAt: z.string().nullable().describe("ISO 8601"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** Schema of a pull request inside another document. */
export const pullRequestFactsSchema: z.ZodType<PullRequestFacts> = z.object({
  number: z.number().int(),
  url: z.string(),
  title: z.string(),
  head: z.string(),
  headSha: z.string(),
  base: z.string(),
  draft: z.boolean(),
  state: z.enum(PULL_STATES),
  author: z.string().nullable(),
  createdAt: z.string(),
});

/** What the API says of a pull request, as far as it is used here. */
interface ApiPullRequest {
  number: number;
  html_url: string;
  title: string;
  head: { ref: string; sha: string; user: { login: string } | null };
  base: { ref: string; user: { login: string } | null };
  draft?: boolean | undefined;
  state: string;
  merged_at: string | null;
  user: { login: string } | null;
  created_at: string;
}

/** The facts of an answer of the API. */
export function pullRequestFacts(api: ApiPullRequest): PullRequestFacts {
  const owner = api.head.user?.login;
  const fork = owner !== undefined && owner !== api.base.user?.login;
  return {
    number: api.number,
    url: api.html_url,
    title: storedText(api.title),
    head: fork ? `${owner}:${api.head.ref}` : api.head.ref,
    headSha: api.head.sha,
    base: api.base.ref,
    draft: api.draft ?? false,
    state: api.merged_at !== null ? "merged" : api.state === "open" ? "open" : "closed",
    author: api.user?.login ?? null,
    createdAt: api.created_at,
  };
}
