import { PlatformFailure } from "./failure.ts";

/** A repository's owner and name. */
export interface RepositoryName {
  /** Login of the user or organisation. */
  owner: string;
  /** The repository's own name. */
  repo: string;
}

const OWNER = "[A-Za-z0-9][A-Za-z0-9_-]{0,38}";
const REPO = "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,100}";

/** `owner/name` in the characters the platform allows, for schemas of arguments. */
export const repositoryPattern: RegExp = new RegExp(`^${OWNER}/${REPO}$`);

/** `owner/name`, or a bare name where the type has an owner. */
export const repositoryOrNamePattern: RegExp = new RegExp(`^(?:${OWNER}/)?${REPO}$`);

/** Login of a user or an organisation. */
export const ownerPattern: RegExp = new RegExp(`^${OWNER}$`);

/**
 * Takes `owner/name` apart; a bare name gets the default owner when there is one.
 *
 * @throws PlatformFailure `refused` when the text is not of that form.
 */
export function parseRepositoryName(text: string, defaultOwner?: string): RepositoryName {
  const full = defaultOwner === undefined || text.includes("/") ? text : `${defaultOwner}/${text}`;
  const [owner, repo] = full.split("/");
  if (!repositoryPattern.test(full) || !owner || !repo) {
    const form = defaultOwner === undefined ? "owner/name" : "owner/name or a name";
    throw new PlatformFailure("refused", {
      reason: `'${text.slice(0, 200)}' is not a repository`,
      hint: `Write ${form}, for example octocat/hello-world`,
    });
  }
  return { owner, repo };
}

/** How messages and data name a repository. */
export function fullName({ owner, repo }: RepositoryName): string {
  return `${owner}/${repo}`;
}

/** Each repository once, in the order they were given; the platform ignores case. */
export function distinctRepositories(names: readonly RepositoryName[]): RepositoryName[] {
  const byName = new Map<string, RepositoryName>();
  for (const name of names) {
    const key = fullName(name).toLowerCase();
    if (!byName.has(key)) byName.set(key, name);
  }
  return [...byName.values()];
}
