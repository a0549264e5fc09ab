import * as z from "npm:zod@4.6.7";
import type { Document } from "../../platform/documents/document_writer.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { storedText } from "../../platform/stored_text.ts";
import { apiTime, apiTitle } from "../../platform/subjects/api/parts.ts";
import { repoName } from "../naming/names.ts";
import type { BackfillProgress, RepoSnapshot } from "../outputs/repository.ts";
import { ask } from "./answer.ts";
import type { RepoArguments } from "./arguments.ts";
import { readForks } from "./forks.ts";
import type { LedgerRun, Reading } from "./run.ts";

const count = z.number().int().nonnegative().default(0);
const apiRepository = z.object({
  id: z.number().int().positive(),
  full_name: apiTitle,
  description: z.string().transform((text) => storedText(text.slice(0, 10_000))).nullish(),
  default_branch: apiTitle,
  private: z.boolean(),
  visibility: z.string().max(64).optional(),
  archived: z.boolean().default(false),
  disabled: z.boolean().default(false),
  fork: z.boolean(),
  parent: z.object({ full_name: apiTitle }).nullish(),
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

/** `sync_github_repo`: the repository, and its forks when they are asked for. */
export async function* readRepo(run: LedgerRun, args: RepoArguments): Reading {
  yield { documents: [repoDocument(run, await readRepository(run), run.input.backfill)] };
  if (args.includeForkIndex) yield* readForks(run, { includeConfiguredKnownForks: true });
}

/**
 * What GitHub says of the repository.
 *
 * @throws PlatformFailure `refused` when another repository stands under the name now.
 */
export async function readRepository(run: LedgerRun): Promise<RepoSnapshot> {
  const what = `the repository ${run.repo}`;
  const api = await ask(what, async () => {
    const { data } = await run.client.request("GET /repos/{owner}/{repo}", { ...run.name });
    return apiRepository.parse(data);
  });
  const { repoId, now } = run.input;
  if (repoId !== null && repoId !== api.id) {
    throw new PlatformFailure("refused", {
      what,
      reason: "another repository has this name now, and what is stored is about the earlier one",
      hint: "Create another behavior for it",
    });
  }
  const renamed = api.full_name.toLowerCase() !== run.repo.toLowerCase();
  return {
    repo: run.repo,
    id: api.id,
    renamedTo: renamed ? api.full_name : null,
    description: api.description ?? null,
    defaultBranch: api.default_branch,
    visibility: api.visibility ?? (api.private ? "private" : "public"),
    archived: api.archived,
    disabled: api.disabled,
    fork: api.fork,
    parent: api.parent?.full_name ?? null,
    hasIssues: api.has_issues,
    language: api.language ?? null,
    topics: api.topics,
    stars: api.stargazers_count,
    forks: api.forks_count,
    openIssues: api.open_issues_count,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
    pushedAt: api.pushed_at ?? null,
    backfill: run.input.backfill,
    fetchedAt: now,
  };
}

/** The document of a repository. */
export function repoDocument(
  { name }: LedgerRun,
  repository: RepoSnapshot,
  backfill: BackfillProgress | null,
): Document {
  return { spec: "repoSnapshot", name: repoName(name), data: { ...repository, backfill } };
}
