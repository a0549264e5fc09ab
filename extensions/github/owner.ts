import { PlatformFailure } from "../platform/failure.ts";
import { parseRepositoryName, type RepositoryName } from "../platform/repository_name.ts";
import type { Globals } from "./client.ts";

/** Whose repositories: the argument, else the behavior's owner, else its organisation. */
export function ownerOf(owner: string | undefined, globals: Globals): string | undefined {
  return owner ?? globals.owner ?? globals.org;
}

/**
 * The organisation: the argument, else the behavior's.
 *
 * @throws PlatformFailure `refused` when neither is given.
 */
export function orgOf(org: string | undefined, globals: Globals): string {
  const found = org ?? globals.org;
  if (found !== undefined) return found;
  throw new PlatformFailure("refused", {
    reason: "there is no organisation",
    hint: "Give the argument org, or create the behavior with --global-arg org=NAME",
  });
}

/**
 * The repository that `repo` names: `owner/name`, whatever owner is given beside it, or a name alone
 * with an owner.
 *
 * @throws PlatformFailure `refused` when there is no owner, or for other text.
 */
export function repositoryOf(
  repo: string,
  owner: string | undefined,
  globals: Globals,
): RepositoryName {
  return parseRepositoryName(repo, ownerOf(owner, globals));
}
