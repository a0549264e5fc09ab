import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import { parseRepositoryName, repositoryPattern } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { RepoSnapshot } from "../outputs/repo_snapshot.ts";
import { documentName, reasonOf, type SyncRun } from "../run/sync_run.ts";

const text = z.string().max(4096).transform(storedText);
const fullName = z.string().regex(repositoryPattern);

/** The repository as the API tells it, as far as it is read here. */
const apiRepository = z.object({
  id: z.number().int().positive(),
  full_name: fullName,
  description: text.nullish(),
  default_branch: text.default(""),
  visibility: z.string().max(32).optional(),
  private: z.boolean().optional(),
  archived: z.boolean().default(false),
  fork: z.boolean().default(false),
  parent: z.object({ full_name: fullName }).nullish(),
  has_issues: z.boolean().default(true),
  open_issues_count: z.number().int().nonnegative().default(0),
  html_url: text,
  created_at: z.string().max(64),
  updated_at: z.string().max(64),
  pushed_at: z.string().max(64).nullish(),
});

type ApiRepository = z.infer<typeof apiRepository>;

/**
 * Reads the repository, which costs nothing when it has not changed. Afterwards requests go to the name
 * that it has now.
 *
 * @throws PlatformFailure when it cannot be read, or when another one has its name now
 */
export async function readRepository(run: SyncRun): Promise<void> {
  const { state, asking, repo, context } = run;
  const what = `the repository ${repo}`;
  const answer = await asking.get(what, "GET /repos/{owner}/{repo}", {
    ...run.places.name,
    headers: state.etag === null || state.repository === null
      ? {}
      : { "if-none-match": state.etag },
  });
  if (answer.status !== 304) {
    const api = parse(answer.data, what);
    assertSame(run, api);
    await run.documents.write([{
      spec: "repoSnapshot",
      name: documentName(run, "repoSnapshot"),
      data: snapshotOf(api, repo),
    }]);
    state.etag = answer.headers.etag ?? null;
    state.repository = {
      id: api.id,
      fullName: api.full_name,
      hasIssues: api.has_issues,
      openCount: api.open_issues_count,
    };
  }
  const name = state.repository!.fullName;
  run.target = parseRepositoryName(name);
  if (name.toLowerCase() !== repo.toLowerCase()) {
    context.logger.warn("{repo} is called {name} now; the mirror goes on under its first name", {
      repo,
      name,
    });
  }
}

function parse(data: unknown, what: string): ApiRepository {
  const checked = apiRepository.safeParse(data);
  if (checked.success) return checked.data;
  throw new PlatformFailure("unavailable", { what, reason: reasonOf(checked.error) });
}

/** A name that was given up can be taken by anybody: their issues must not get mixed with ours. */
function assertSame({ state, repo }: SyncRun, { id }: ApiRepository): void {
  if (state.repository === null || state.repository.id === id) return;
  throw new PlatformFailure("refused", {
    what: repo,
    reason: "another repository has this name now, and the mirror is of the one before",
    hint: "Make a new behavior with places of its own for it; this mirror can still be read",
  });
}

function snapshotOf(api: ApiRepository, repo: string): RepoSnapshot {
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
    fetchedAt: new Date().toISOString(),
  };
}
