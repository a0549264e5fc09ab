import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { tidy } from "./maintain.ts";
import type { Objects } from "./repository/objects.ts";
import { noteHeads } from "./observe.ts";
import { setRemotes } from "./repository/remotes.ts";
import { keepingTags } from "./tags.ts";

/** How the repository is fetched. */
export interface FetchOptions {
  /** What the repository is called now, when the platform says that it was renamed. */
  renamedTo?: RepositoryName | null;
}

/** Says what is fetched and nothing more. */
const FETCH = [
  "fetch",
  "--quiet",
  "--prune",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-show-forced-updates",
  "--end-of-options",
];

/**
 * Brings all branches, tags and heads of pull requests, and sets the remotes. The refs that the
 * platform lacks are removed here; their commits stay where a ref of our own keeps them. The mirror's
 * lock has to be held.
 *
 * @throws PlatformFailure
 */
export async function fetchAll(objects: Objects, options: FetchOptions = {}): Promise<void> {
  await tidy(objects);
  await setRemotes(objects);
  // Of a sync that was killed after its fetch: this one may move the heads on.
  await noteHeads(objects, new Date().toISOString());
  const { remote, remoteUrl } = objects.places;
  const address = addressNow(remoteUrl, options.renamedTo ?? null);
  await keepingTags(objects, () =>
    objects.git([
      ...FETCH,
      address,
      `+refs/heads/*:refs/remotes/${remote}/*`,
      "+refs/tags/*:refs/tags/*",
      "+refs/pull/*/head:refs/remotes/pull/*/head",
    ]));
}

/** Git follows no redirect, so that the token stays at its host; a rename is known from the API. */
function addressNow(remoteUrl: string, renamedTo: RepositoryName | null): string {
  if (renamedTo === null || remoteUrl.startsWith("file:")) return remoteUrl;
  const named = /^(.*[/:])[^/:]+\/[^/]+?(\.git)?\/*$/.exec(remoteUrl);
  if (named === null) throw new PlatformFailure("moved");
  return `${named[1]}${renamedTo.owner}/${renamedTo.repo}${named[2] ?? ""}`;
}
