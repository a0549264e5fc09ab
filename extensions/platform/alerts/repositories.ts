import { fullName, parseRepositoryName, type RepositoryName } from "../repository_name.ts";

/** Repositories one invocation may ask for. */
export const MOST_REPOSITORIES = 500;

/**
 * The repositories to look at, each once, in the order given: `owner/name`, or a name alone of
 * `org`. Capitals do not tell names apart, as on the platform.
 *
 * @throws Error naming every entry that is not a repository.
 */
export function requestedRepositories(repos: readonly string[], org: string): RepositoryName[] {
  const found = new Map<string, RepositoryName>();
  const refused: string[] = [];
  for (const text of repos) {
    try {
      const { owner, repo } = parseRepositoryName(text, org);
      const name = { owner: owner.toLowerCase() === org.toLowerCase() ? org : owner, repo };
      const key = fullName(name).toLowerCase();
      if (!found.has(key)) found.set(key, name);
    } catch (error) {
      refused.push((error as Error).message);
    }
  }
  if (refused.length > 0) throw new Error(refused.join("\n"));
  return [...found.values()];
}
