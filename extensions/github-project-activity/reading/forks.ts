import * as z from "npm:zod@4.6.7";
import type { Document } from "../../platform/documents/document_writer.ts";
import { ask, isGone, PlatformFailure } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import {
  distinctRepositories,
  fullName,
  parseRepositoryName,
  type RepositoryName,
  repositoryPattern,
} from "../../platform/repository_name.ts";
import { apiTime, apiTitle } from "../../platform/subjects/api/parts.ts";
import { forkName } from "../naming/names.ts";
import type { ForkSnapshot } from "../outputs/repository.ts";
import type { SourceArguments } from "./arguments.ts";
import type { LedgerRun, Reading } from "./run.ts";

/** Forks read at most unless another limit is given. */
const LIMIT = 1_000;

const apiFork = z.object({
  id: z.number().int().positive(),
  full_name: z.string().regex(repositoryPattern),
  default_branch: apiTitle.optional(),
  private: z.boolean(),
  visibility: z.string().max(64).optional(),
  archived: z.boolean().default(false),
  parent: z.object({ full_name: apiTitle }).nullish(),
  stargazers_count: z.number().int().nonnegative().optional(),
  forks_count: z.number().int().nonnegative().optional(),
  html_url: z.string().max(2048),
  created_at: apiTime.nullish(),
  updated_at: apiTime.nullish(),
  pushed_at: apiTime.nullish(),
});

type ApiFork = z.infer<typeof apiFork>;

/** `sync_github_fork_index`: the newest forks that GitHub lists, and those the behavior names. */
export async function* readForks(
  run: LedgerRun,
  args: SourceArguments["sync_github_fork_index"],
): Reading {
  const listed = await listForks(run, args.limit ?? LIMIT);
  yield { documents: listed.map((fork) => document(run, fork)) };
  if (!args.includeConfiguredKnownForks) return;
  const known = new Set(listed.map(({ fork }) => fork.toLowerCase()));
  const configured = distinctRepositories(
    run.input.knownForks.map((name) => parseRepositoryName(name)),
  ).filter((name) => !known.has(fullName(name).toLowerCase()));
  for (const name of configured) {
    run.signal.throwIfAborted();
    yield { documents: [document(run, await readConfigured(run, name))] };
  }
}

async function listForks(run: LedgerRun, limit: number): Promise<ForkSnapshot[]> {
  const { items, truncated } = await ask(`the forks of ${run.repo}`, () =>
    collect(
      run.client.pages("GET /repos/{owner}/{repo}/forks", {
        ...run.name,
        sort: "newest",
        per_page: PER_PAGE,
      }),
      (raw: unknown) => {
        const api = apiFork.parse(raw);
        // The list leaves out what each was forked from, as it is always the same.
        return snapshot(run, api, { fork: api.full_name, source: "listed", parent: run.repo });
      },
      { maxItems: limit },
    ));
  if (truncated) run.logger.info("there are more than {limit} forks", { limit });
  return items;
}

/** A fork that the behavior names; one that cannot be seen is told as such. */
async function readConfigured(run: LedgerRun, name: RepositoryName): Promise<ForkSnapshot> {
  const fork = fullName(name);
  try {
    const api = await ask(`the fork ${fork}`, async () => {
      const { data } = await run.client.request("GET /repos/{owner}/{repo}", { ...name });
      return apiFork.parse(data);
    });
    const parent = api.parent?.full_name ?? null;
    return snapshot(run, api, { fork, source: "configured", parent });
  } catch (error) {
    if (!isGone(error) && !isBlocked(error)) throw error;
    return snapshot(run, null, { fork, source: "configured", parent: null });
  }
}

/** Taken down, or not for this token: nothing that goes away by itself. */
function isBlocked(error: unknown): boolean {
  return error instanceof PlatformFailure &&
    (error.code === "legal" || error.code === "forbidden" || error.code === "sso_required");
}

/** What is known of a fork; null for one that cannot be seen. */
function snapshot(
  { repo, input }: LedgerRun,
  api: ApiFork | null,
  { fork, source, parent }: Pick<ForkSnapshot, "fork" | "source" | "parent">,
): ForkSnapshot {
  const renamed = api !== null && api.full_name.toLowerCase() !== fork.toLowerCase();
  return {
    repo,
    fork,
    source,
    available: api !== null,
    id: api?.id ?? null,
    renamedTo: renamed ? api.full_name : null,
    parent,
    defaultBranch: api?.default_branch ?? null,
    visibility: api && (api.visibility ?? (api.private ? "private" : "public")),
    archived: api?.archived ?? null,
    stars: api?.stargazers_count ?? null,
    forks: api?.forks_count ?? null,
    url: api?.html_url ?? null,
    createdAt: api?.created_at ?? null,
    updatedAt: api?.updated_at ?? null,
    pushedAt: api?.pushed_at ?? null,
    fetchedAt: input.now,
  };
}

function document({ name }: LedgerRun, data: ForkSnapshot): Document {
  return { spec: "forkSnapshot", name: forkName(name, parseRepositoryName(data.fork)), data };
}
