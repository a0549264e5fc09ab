import * as z from "npm:zod@4.6.7";
import type { Answer } from "./operations.ts";
import type { Listed } from "./pages.ts";
import { storedText } from "./stored_text.ts";

/** States a list of pull requests may be narrowed to. */
export const PULL_REQUEST_STATES = ["open", "closed", "merged", "all"] as const;

/** A state of {@link PULL_REQUEST_STATES}. */
export type PullRequestState = typeof PULL_REQUEST_STATES[number];

/** Fields of the schema of a {@link PullRequest}. */
export const pullRequestFields = {
  number: z.number().int(),
  title: z.string(),
  state: z.enum(["open", "closed", "merged"]),
  draft: z.boolean(),
  author: z.string().nullable(),
  head: z.string().describe("Branch with the change"),
  headSha: z.string(),
  base: z.string().describe("Branch to merge into"),
  labels: z.array(z.string()),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  mergedAt: z.string().nullable(),
};

/** Schema of one pull request of a list. */
export const pullRequestSchema = z.object(pullRequestFields);

/** One pull request, as lists show it. Times are ISO 8601. */
export type PullRequest = z.infer<typeof pullRequestSchema>;

/** The API's word for a state: it knows no merged ones, they are closed ones with a merge time. */
export function apiState(state: PullRequestState): "open" | "closed" | "all" {
  return state === "merged" ? "closed" : state;
}

/** A pull request of the API, listed or alone. */
export type ApiPullRequest =
  | Listed<"GET /repos/{owner}/{repo}/pulls">
  | Answer<"GET /repos/{owner}/{repo}/pulls/{pull_number}">["data"];

/** Turns the API's pull request into ours. */
export function toPullRequest(api: ApiPullRequest): PullRequest {
  return {
    number: api.number,
    title: storedText(api.title),
    state: api.merged_at !== null ? "merged" : api.state === "open" ? "open" : "closed",
    draft: api.draft ?? false,
    author: api.user?.login ?? null,
    head: storedText(api.head.ref),
    headSha: api.head.sha,
    base: storedText(api.base.ref),
    labels: api.labels.map((label) => storedText(label.name)),
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
    mergedAt: api.merged_at,
  };
}
