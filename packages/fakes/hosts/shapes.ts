/** The four hosts. */
export type HostName = "github.com" | "gitlab.com" | "codeberg.org" | "bitbucket.org";

/** Who may see a repository. */
export type Visibility = "public" | "internal" | "private";

/** How a host answers a stranger who asks for a repository. */
export interface HostShape {
  /** The `owner/repository` that a request path asks for, or undefined for any other path. */
  asked(path: string): string | undefined;
  /** The published form of a public repository's record, as far as a stranger sees it. */
  record(path: string): unknown;
  /** The answer for what is absent, or hidden from strangers. */
  missing(path: string): Response;
  /** The answer to too many questions. */
  limited(): Response;
}

const twoSegments = (prefix: string) => (path: string) =>
  new RegExp(`^${prefix}([^/?]+/[^/?]+)$`).exec(path)?.[1];

/** The hosts' published answers. */
export const SHAPES: Readonly<Record<HostName, HostShape>> = {
  "github.com": {
    asked: twoSegments("/repos/"),
    record: (path) => ({
      id: 1,
      node_id: "R_1",
      name: nameOf(path),
      full_name: path,
      private: false,
      owner: { login: ownerOf(path), id: 1, type: "User" },
      html_url: `https://github.com/${path}`,
      description: null,
      fork: false,
      url: `https://api.github.com/repos/${path}`,
      default_branch: "main",
      archived: false,
      disabled: false,
      visibility: "public",
    }),
    missing: () =>
      Response.json({
        message: "Not Found",
        documentation_url: "https://docs.github.com/rest/repos/repos#get-a-repository",
        status: "404",
      }, { status: 404 }),
    limited: () =>
      Response.json({ message: "API rate limit exceeded for 192.0.2.1." }, {
        status: 403,
        headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0" },
      }),
  },
  "gitlab.com": {
    asked: (path) => {
      const encoded = /^\/api\/v4\/projects\/([^/?]+)$/.exec(path)?.[1];
      return encoded === undefined ? undefined : decodeURIComponent(encoded);
    },
    // Strangers get the short record, which has no visibility.
    record: (path) => ({
      id: 1,
      description: null,
      name: nameOf(path),
      name_with_namespace: path.replaceAll("/", " / "),
      path: nameOf(path),
      path_with_namespace: path,
      created_at: "2026-01-01T00:00:00.000Z",
      default_branch: "main",
      http_url_to_repo: `https://gitlab.com/${path}.git`,
      web_url: `https://gitlab.com/${path}`,
      star_count: 0,
      namespace: { id: 1, kind: "group", full_path: ownerOf(path) },
    }),
    missing: () => Response.json({ message: "404 Project Not Found" }, { status: 404 }),
    limited: () => new Response("Retry later\n", { status: 429 }),
  },
  "codeberg.org": {
    asked: twoSegments("/api/v1/repos/"),
    record: (path) => ({
      id: 1,
      owner: { id: 1, login: ownerOf(path), username: ownerOf(path) },
      name: nameOf(path),
      full_name: path,
      private: false,
      internal: false,
      html_url: `https://codeberg.org/${path}`,
      default_branch: "main",
    }),
    missing: () =>
      Response.json({
        errors: null,
        message: "The target couldn't be found.",
        url: "https://codeberg.org/api/swagger",
      }, { status: 404 }),
    limited: () => new Response("", { status: 429 }),
  },
  "bitbucket.org": {
    asked: twoSegments("/2.0/repositories/"),
    record: (path) => ({
      type: "repository",
      full_name: path,
      name: nameOf(path),
      slug: nameOf(path),
      is_private: false,
      scm: "git",
      links: { html: { href: `https://bitbucket.org/${path}` } },
    }),
    missing: (path) =>
      Response.json(
        { type: "error", error: { message: `Repository ${path} not found` } },
        { status: 404 },
      ),
    limited: () => new Response("Rate limit for this resource has been exceeded", { status: 429 }),
  },
};

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function ownerOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
