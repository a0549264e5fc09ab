import * as z from "npm:zod@4.6.7";
import type { Answer } from "./operations.ts";
import type { Listed } from "./pages.ts";
import { storedText } from "./stored_text.ts";

/** Fields of the schema of a {@link Repository}. */
export const repositoryFields = {
  fullName: z.string().describe("owner/name"),
  description: z.string().nullable(),
  private: z.boolean(),
  fork: z.boolean(),
  archived: z.boolean(),
  defaultBranch: z.string(),
  language: z.string().nullable(),
  topics: z.array(z.string()),
  stars: z.number().int(),
  forks: z.number().int(),
  openIssues: z.number().int().describe("Open issues and pull requests together"),
  url: z.string(),
  createdAt: z.string().nullable(),
  pushedAt: z.string().nullable(),
};

const repository = z.object(repositoryFields);

/** One repository, as a list shows it. Times are ISO 8601. */
export type Repository = z.infer<typeof repository>;

/** A repository of the API, listed or alone. */
export type ApiRepository =
  | Listed<"GET /orgs/{org}/repos">
  | Listed<"GET /user/repos">
  | Answer<"GET /repos/{owner}/{repo}">["data"];

/** Turns the API's repository into ours. */
export function toRepository(api: ApiRepository): Repository {
  return {
    fullName: api.full_name,
    description: api.description === null ? null : storedText(api.description),
    private: api.private,
    fork: api.fork,
    archived: api.archived ?? false,
    defaultBranch: api.default_branch ?? "",
    language: api.language ?? null,
    topics: api.topics ?? [],
    stars: api.stargazers_count ?? 0,
    forks: api.forks_count ?? 0,
    openIssues: api.open_issues_count ?? 0,
    url: api.html_url,
    createdAt: api.created_at ?? null,
    pushedAt: api.pushed_at ?? null,
  };
}
