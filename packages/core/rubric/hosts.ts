/** The hosts whose public repositories can be verified (spec §2.6 rule 2). */
const REPOSITORY_HOSTS = [
  "github.com",
  "gitlab.com",
  "codeberg.org",
  "bitbucket.org",
] as const;

/** One of these hosts. */
export type RepositoryHost = typeof REPOSITORY_HOSTS[number];

/** True for a host whose public repositories can be verified: pages link to these. */
export function isRepositoryHost(host: string): host is RepositoryHost {
  return (REPOSITORY_HOSTS as readonly string[]).includes(host);
}

/** Their names as a sentence has them: `github.com, gitlab.com, codeberg.org or bitbucket.org`. */
export const REPOSITORY_HOSTS_TEXT: string = `${REPOSITORY_HOSTS.slice(0, -1).join(", ")} or ${
  REPOSITORY_HOSTS.at(-1)
}`;
