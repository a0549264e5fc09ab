import { startCodeHost } from "../host.ts";
import type { CodeHost } from "../host_shape.ts";

/** A host with `octocat/one` and two people: who owns it, and one who may only read it. */
export const startPair = (): Promise<CodeHost> =>
  startCodeHost({
    tokens: { owner: "octocat", reader: "hubot" },
    repositories: [{ owner: "octocat", name: "one" }],
    organizations: [{ login: "acme", members: [{ login: "octocat", role: "admin" }] }],
  });

/** Requests about `octocat/one` in its owner's name. */
export interface Told {
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  post<T = Record<string, unknown>>(path: string, body?: object): Promise<T>;
  patch<T = Record<string, unknown>>(path: string, body: object): Promise<T>;
  put<T = Record<string, unknown>>(path: string, body: object): Promise<T>;
  remove(path: string): Promise<unknown>;
}

/** Requests about a repository in somebody's name. */
export function about(host: CodeHost, token = "owner", repo = "octocat/one"): Told {
  const call = (method: string) => (path: string, body?: object) =>
    host.call(token, method, `/repos/${repo}${path}`, body) as Promise<never>;
  return {
    get: call("GET"),
    post: call("POST"),
    patch: call("PATCH"),
    put: call("PUT"),
    remove: call("DELETE"),
  };
}

interface Ref {
  object: { sha: string };
}

/** The commit of a branch. */
export const tip = async (repo: Told, branch = "main"): Promise<string> =>
  (await repo.get<Ref>(`/git/ref/heads/${branch}`)).object.sha;

/** A branch from `main` with one file of its own. */
export async function branchWith(
  repo: Told,
  branch: string,
  path = `${branch}.txt`,
  text = `${branch}\n`,
): Promise<void> {
  await repo.post("/git/refs", { ref: `refs/heads/${branch}`, sha: await tip(repo) });
  await write(repo, path, text, branch);
}

/** Writes a file, whether it exists or not. */
export async function write(
  repo: Told,
  path: string,
  text: string,
  branch = "main",
): Promise<void> {
  const before = await repo.get<{ sha: string }>(`/contents/${path}?ref=${branch}`).catch(() =>
    null
  );
  await repo.put(`/contents/${path}`, {
    message: `Write ${path}`,
    content: btoa(text),
    branch,
    ...before && { sha: before.sha },
  });
}
