import type { GitOptions } from "../../platform/git/git.ts";
import { fetchRefs, type GitRepository, gitRepository } from "../../platform/git/repository.ts";

/** The folder of a sweep: a bare repository, and beside it the worktrees. */
export interface Workdir {
  /** Absolute. */
  path: string;
  repository: GitRepository;
  /** Where the upstream repository and the fork are fetched from. */
  urls: Urls;
}

/** Addresses of the two repositories. */
export interface Urls {
  upstream: string;
  fork: string;
}

/** How git reaches the repositories. */
export type GitAccess = Pick<GitOptions, "token" | "baseUrl" | "signal">;

/** Calls of git in a sweep's folder. */
export function workdirAt(path: string, urls: Urls, access: GitAccess): Workdir {
  return { path, repository: gitRepository(`${path}/repository.git`, access), urls };
}

/**
 * Brings the branches of the fork and those the pull requests go into.
 *
 * @param bases branches of the upstream repository; each has to exist there
 * @throws PlatformFailure
 */
export async function fetchBranches(
  { repository, urls }: Workdir,
  bases: readonly string[],
): Promise<void> {
  await fetchRefs(repository, urls.fork, ["+refs/heads/*:refs/remotes/fork/*"]);
  const refs = [...new Set(bases)].map((base) =>
    `+refs/heads/${base}:refs/remotes/upstream/${base}`
  );
  await fetchRefs(repository, urls.upstream, refs);
}
