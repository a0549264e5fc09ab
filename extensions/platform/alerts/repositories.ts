import { parseRepositoryName, type RepositoryName } from "../repository_name.ts";

/** Repositories one invocation may ask for. */
export const MOST_REPOSITORIES = 500;

/**
 * The repositories to look at, each once, in the order given. A name stands alone or behind the
 * organisation's own; capitals do not tell names apart, as on the platform.
 *
 * @throws Error naming every entry that is not a repository of `org`.
 */
export function requestedRepositories(repos: readonly string[], org: string): RepositoryName[] {
  const found = new Map<string, RepositoryName>();
  const refused: string[] = [];
  for (const text of repos) {
    try {
      const name = ownRepository(text, org);
      const key = name.repo.toLowerCase();
      if (!found.has(key)) found.set(key, name);
    } catch (error) {
      refused.push((error as Error).message);
    }
  }
  if (refused.length > 0) throw new Error(refused.join("\n"));
  return [...found.values()];
}

function ownRepository(text: string, org: string): RepositoryName {
  const { owner, repo } = parseRepositoryName(text, org);
  if (owner.toLowerCase() === org.toLowerCase()) return { owner: org, repo };
  throw new Error(
    `'${owner}/${repo}' does not belong to ${org}: leave it out, or make a behavior whose org is ${owner}`,
  );
}

/** `owner/name`. */
export function fullName({ owner, repo }: RepositoryName): string {
  return `${owner}/${repo}`;
}
