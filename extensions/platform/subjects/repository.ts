import * as z from "npm:zod@4.6.7";
import { repositoryPattern } from "../repository_name.ts";
import { storedText } from "../stored_text.ts";
import { apiTime, apiTitle } from "./api/parts.ts";

const count = z.number().int().nonnegative().default(0);
const name = z.string().regex(repositoryPattern);

const apiRepository = z.object({
  id: z.number().int().positive(),
  full_name: name,
  description: z.string().transform((text) => storedText(text.slice(0, 10_000))).nullish(),
  default_branch: apiTitle,
  private: z.boolean(),
  visibility: z.string().max(64).optional(),
  archived: z.boolean().default(false),
  disabled: z.boolean().default(false),
  fork: z.boolean(),
  parent: z.object({ full_name: name }).nullish(),
  has_issues: z.boolean().default(true),
  language: apiTitle.nullish(),
  topics: z.array(apiTitle).max(1000).default([]),
  stargazers_count: count,
  forks_count: count,
  open_issues_count: count,
  html_url: z.string().max(2048),
  created_at: apiTime,
  updated_at: apiTime,
  pushed_at: apiTime.nullish(),
});

/** A repository as the API tells it, as far as it is read here. */
export type ApiRepository = z.infer<typeof apiRepository>;

/** @throws ZodError for an answer of another shape. */
export function readRepository(raw: unknown): ApiRepository {
  return apiRepository.parse(raw);
}

/** What every snapshot of a repository holds. */
export function repositoryFields(
  api: ApiRepository,
  { repo, fetchedAt }: { repo: string; fetchedAt: string },
) {
  return {
    repo,
    id: api.id,
    renamedTo: api.full_name.toLowerCase() === repo.toLowerCase() ? null : api.full_name,
    description: api.description ?? null,
    defaultBranch: api.default_branch,
    visibility: api.visibility ?? (api.private ? "private" : "public"),
    archived: api.archived,
    fork: api.fork,
    parent: api.parent?.full_name ?? null,
    hasIssues: api.has_issues,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
    pushedAt: api.pushed_at ?? null,
    fetchedAt,
  };
}
