/** A repository's owner and name. */
export interface RepositoryName {
  /** Login of the user or organisation. */
  owner: string;
  /** The repository's own name. */
  repo: string;
}

/** `owner/name` in the characters the platform allows. */
const REPOSITORY_NAME: RegExp = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})\/[A-Za-z0-9._-]{1,100}$/;

/**
 * Takes `owner/name` apart.
 *
 * @throws Error when the text is not of that form.
 */
export function parseRepositoryName(text: string): RepositoryName {
  const [owner, repo] = text.split("/");
  if (!REPOSITORY_NAME.test(text) || !owner || !repo || repo === "." || repo === "..") {
    throw new Error(
      `'${text}' is not a repository: write owner/name, for example octocat/hello-world`,
    );
  }
  return { owner, repo };
}

/**
 * The name of a resource about one repository. `~` cannot be part of either half, so two
 * repositories never share a name; data names may not contain `..`, which a repository's may.
 */
export function resourceName(spec: string, { owner, repo }: RepositoryName): string {
  return `${spec}.${owner}~${repo.replaceAll("..", "%2E%2E")}`.toLowerCase();
}
