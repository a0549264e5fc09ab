import * as z from "npm:zod@4.6.7";
import { failureRecordSchema, outcomeSchema } from "../outcome.ts";
import type { ApiPullRequest } from "../pull_request.ts";
import { storedText } from "../stored_text.ts";

/** States of a pull request; merged is told from closed. */
const PULL_STATES = ["open", "closed", "merged"] as const;

/** Schema of the `pullRequest` output. */
export const pullRequestSchema = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int().nullable().describe("Null when there is none"),
  url: z.string().nullable(),
  title: z.string(),
  head: z.string().describe("Branch with the change; owner:branch when it is in a fork"),
  headSha: z.string().nullable(),
  base: z.string().describe("Branch to merge into"),
  draft: z.boolean(),
  state: z.enum(PULL_STATES).nullable(),
  author: z.string().nullable(),
  outcome: outcomeSchema,
  dryRun: z.boolean(),
  error: failureRecordSchema.nullable(),
  createdAt: z.string().nullable().describe("ISO 8601"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The `pullRequest` output: the outcome of one pull request that was to be opened. */
export type PullRequestDocument = z.infer<typeof pullRequestSchema>;

/** Schema of a pull request inside another document. */
export const pullRequestFactsSchema = z.object({
  number: z.number().int(),
  url: z.string(),
  title: z.string(),
  /** Branch with the change; `owner:branch` when it is in a fork. */
  head: z.string(),
  headSha: z.string(),
  /** Branch to merge into. */
  base: z.string(),
  draft: z.boolean(),
  state: z.enum(PULL_STATES),
  author: z.string().nullable(),
  createdAt: z.string(),
});

/** One pull request, as it is upstream. Times are ISO 8601. */
export type PullRequestFacts = z.infer<typeof pullRequestFactsSchema>;

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
