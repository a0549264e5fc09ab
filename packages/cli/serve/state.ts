import type { Repository } from "@svc/runtime/repository";
import type { State } from "@svc/serve/state";
import { type Located, repositoryOf } from "../frame/repository.ts";

/** As {@linkcode withStateOf}, with the repository that a command works in. */
export async function withServeState<T>(
  context: Located,
  work: (state: State, now: Date) => T,
): Promise<T> {
  return await withStateOf(await repositoryOf(context), work);
}

/**
 * Does `work` with what `svc serve` keeps of a repository, whether the server runs or not; it sees the
 * change within two seconds.
 *
 * @throws SvcError `validation_failed` naming a database that is damaged; `config_exposed`,
 *   `lock_timeout`, `disk_full`
 */
export async function withStateOf<T>(
  repository: Repository,
  work: (state: State, now: Date) => T,
): Promise<T> {
  const [{ openServeState }, { databaseOf, withProblems }] = await Promise.all([
    import("@svc/serve/open"),
    import("@svc/serve/state"),
  ]);
  using state = await openServeState(repository);
  return withProblems(databaseOf(state), () => work(state, new Date()));
}
