import type { Workdir } from "./workdir.ts";

const FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--prune",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--end-of-options",
];

/**
 * Brings the branches of the fork and those the pull requests go into.
 *
 * @param bases branches of the upstream repository; each has to exist there
 * @throws PlatformFailure
 */
export async function fetchBranches(
  { call, urls }: Workdir,
  bases: readonly string[],
): Promise<void> {
  await call([...FETCH, urls.fork, "+refs/heads/*:refs/remotes/fork/*"]);
  const refs = [...new Set(bases)].map((base) =>
    `+refs/heads/${base}:refs/remotes/upstream/${base}`
  );
  await call([...FETCH, urls.upstream, ...refs]);
}
