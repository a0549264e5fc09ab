import { REPOSITORY_HOSTS_TEXT, type RepositoryHost } from "@svc/core/rubric";

/** How each host that repositories can be verified on is asked (spec §2.6 rule 2). */
export const HOSTS = {
  "github.com": {
    apiUrl: "https://api.github.com",
    path: (repository: string) => `/repos/${repository}`,
    isPublic: (body: ApiRepository) => body.private === false && isPublicOrUnsaid(body),
  },
  "gitlab.com": {
    apiUrl: "https://gitlab.com",
    path: (repository: string) => `/api/v4/projects/${encodeURIComponent(repository)}`,
    // A stranger gets the short record, without a visibility, and gets it of public projects only.
    isPublic: (body: ApiRepository, repository: string) =>
      body.visibility === "public" ||
      (body.visibility === undefined &&
        String(body.path_with_namespace).toLowerCase() === repository.toLowerCase()),
  },
  "codeberg.org": {
    apiUrl: "https://codeberg.org",
    path: (repository: string) => `/api/v1/repos/${repository}`,
    isPublic: (body: ApiRepository) => body.private === false && body.internal !== true,
  },
  "bitbucket.org": {
    apiUrl: "https://api.bitbucket.org",
    path: (repository: string) => `/2.0/repositories/${repository}`,
    isPublic: (body: ApiRepository) => body.is_private === false,
  },
} as const satisfies Readonly<Record<RepositoryHost, unknown>>;

/** One of the hosts. */
export type Host = RepositoryHost;

/** The base URL of a host's public API. */
export function apiUrlOf(host: Host, apiUrls: Partial<Record<Host, string>>): string {
  return apiUrls[host] ?? HOSTS[host].apiUrl;
}

/** How each host marks a repository. */
export interface ApiRepository {
  private?: unknown;
  internal?: unknown;
  visibility?: unknown;
  is_private?: unknown;
  path_with_namespace?: unknown;
}

/** A repository on one of the four hosts. */
export interface Repository {
  host: Host;
  /** `owner/repository`; on gitlab.com with the groups in between. */
  path: string;
}

/** What a URL is not, in words, when it names no repository on the four hosts. */
export interface Unverifiable {
  problem: string;
}

/**
 * The repository that a URL names, from its text alone. The host must be exactly one of the four:
 * no other port, no credentials, no sub-domain. Paths below the repository are allowed.
 */
export function parseRepository(url: string): Repository | Unverifiable {
  const parsed = URL.parse(url);
  if (!parsed) return { problem: "is not a URL" };
  if (parsed.protocol !== "https:") return { problem: "is not an https address" };
  if (parsed.username || parsed.password) return { problem: "carries credentials" };
  if (!isHost(parsed.host)) {
    return { problem: `is not on ${REPOSITORY_HOSTS_TEXT}; other hosts are not verified` };
  }
  const segments = parsed.pathname.split("/").filter((segment) => segment !== "");
  const own = parsed.host === "gitlab.com"
    ? segments.slice(0, segments.includes("-") ? segments.indexOf("-") : undefined)
    : segments.slice(0, 2);
  if (own.length < 2) return { problem: "names no repository" };
  own.push(own.pop()!.replace(/\.git$/, ""));
  if (!own.every((segment) => SEGMENT.test(segment) && !/^\.+$/.test(segment))) {
    return { problem: "has a path that no repository on that host can have" };
  }
  return { host: parsed.host, path: own.join("/") };
}

const SEGMENT = /^[A-Za-z0-9_.-]{1,255}$/;

function isHost(host: string): host is Host {
  return Object.hasOwn(HOSTS, host);
}

function isPublicOrUnsaid({ visibility }: ApiRepository): boolean {
  return visibility === undefined || visibility === "public";
}
