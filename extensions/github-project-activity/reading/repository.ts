import type { Document } from "../../platform/documents/document_writer.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import {
  readRepository as readAnswer,
  repositoryFields,
} from "../../platform/subjects/repository.ts";
import { repoName } from "../naming/names.ts";
import type { BackfillProgress, RepoSnapshot } from "../outputs/repository.ts";
import type { SourceArguments } from "./arguments.ts";
import { readForks } from "./forks.ts";
import type { LedgerRun, Reading } from "./run.ts";

/** `sync_github_repo`: the repository, and its forks when they are asked for. */
export async function* readRepo(
  run: LedgerRun,
  args: SourceArguments["sync_github_repo"],
): Reading {
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
    return readAnswer(data);
  });
  const { repoId, now } = run.input;
  if (repoId !== null && repoId !== api.id) {
    throw new PlatformFailure("refused", {
      what,
      reason: "another repository has this name now, and what is stored is about the earlier one",
      hint: "Create another behavior for it",
    });
  }
  return {
    ...repositoryFields(api, { repo: run.repo, fetchedAt: now }),
    disabled: api.disabled,
    language: api.language ?? null,
    topics: api.topics,
    stars: api.stargazers_count,
    forks: api.forks_count,
    openIssues: api.open_issues_count,
    backfill: run.input.backfill,
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
