import { ask, PlatformFailure } from "../../platform/failure.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import {
  type ApiRepository,
  readRepository as readAnswer,
  repositoryFields,
} from "../../platform/subjects/repository.ts";
import type { RepoSnapshot } from "../outputs/repo_snapshot.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

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
    const api = await ask(what, () => Promise.resolve(readAnswer(answer.data)));
    assertSame(run, api);
    const data: RepoSnapshot = repositoryFields(api, { repo, fetchedAt: new Date().toISOString() });
    await run.documents.write([
      { spec: "repoSnapshot", name: documentName(run, "repoSnapshot"), data },
    ]);
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
    context.logger.warn("{repo} was renamed to {name}; the mirror keeps its first name", {
      repo,
      name,
    });
  }
}

/** A name that was given up can be taken by anybody: their issues must not get mixed with ours. */
function assertSame({ state, repo }: SyncRun, { id }: ApiRepository): void {
  if (state.repository === null || state.repository.id === id) return;
  throw new PlatformFailure("refused", {
    what: repo,
    reason: "another repository has this name now; the mirror is of the earlier one",
    hint: "Create a new behavior with separate folders for it; this mirror can still be read",
  });
}
