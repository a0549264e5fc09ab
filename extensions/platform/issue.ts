import * as z from "npm:zod@4.6.7";
import type { Listed } from "./pages.ts";
import { storedText } from "./stored_text.ts";

/** States a list of issues may be narrowed to. */
export const ISSUE_STATES = ["open", "closed", "all"] as const;

/** Fields of the schema of an {@link Issue}. */
export const issueFields = {
  number: z.number().int(),
  title: z.string(),
  state: z.string(),
  author: z.string().nullable(),
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  comments: z.number().int(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
};

const issue = z.object(issueFields);

/** One issue; pull requests are not counted as issues. Times are ISO 8601. */
export type Issue = z.infer<typeof issue>;

/** An issue of the API, listed or found. */
type ApiIssue = Listed<"GET /repos/{owner}/{repo}/issues"> | Listed<"GET /search/issues">;

/** Turns the API's issue into ours. */
export function toIssue(api: ApiIssue): Issue {
  const labels = api.labels.map((label) => typeof label === "string" ? label : label.name ?? "");
  return {
    number: api.number,
    title: storedText(api.title),
    state: api.state,
    author: api.user?.login ?? null,
    labels: labels.filter((label) => label !== "").map(storedText),
    assignees: (api.assignees ?? []).map((person) => person.login),
    comments: api.comments,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
    closedAt: api.closed_at,
  };
}
