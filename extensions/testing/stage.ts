import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";

/** Token of `octocat`, who owns the repositories of a stage. */
export const TOKEN = "ghp_stage0123456789stage0123456789stage01";

/** Token of `hubot`, who owns nothing. */
export const STRANGER = "ghp_other0123456789other0123456789other01";

/** A file to push: text, bytes, or an entry of a tree with its mode. */
export type Pushed = string | Uint8Array | {
  mode: "100755" | "120000" | "160000";
  /** What it holds; for a submodule (`160000`) the id of a commit. */
  content: string;
};

/** A code host with repositories that a test fills as it needs them. */
export interface Stage extends AsyncDisposable {
  host: CodeHost;
  /** Variables that lead the client library there. */
  api: { GITHUB_API_URL: string };
  /** Variables that lead `gh` there, logged in as `octocat`. */
  gh: Record<string, string>;
  /** Calls the API as `octocat`, below `/repos/octocat/<repo>`. */
  on<T = Record<string, unknown>>(
    repo: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<T>;
  /** Commits files on top of a branch, or on a new one at the tip of `main`; gives the commit's id. */
  push(repo: string, branch: string, files: Readonly<Record<string, Pushed>>): Promise<string>;
  /** Opens a pull request for a new branch with these files; gives its number and its commit. */
  pull(
    repo: string,
    branch: string,
    files: Readonly<Record<string, Pushed>>,
    more?: { title?: string; body?: string; base?: string; draft?: boolean },
  ): Promise<{ number: number; sha: string }>;
  /** The commit that a branch is at, or undefined. */
  tip(repo: string, branch: string): Promise<string | undefined>;
  /** Methods and paths of requests since the last call; only writes unless told. */
  took(reads?: boolean): string[];
}

/** Starts a stage with these repositories of `octocat`, each with a first commit on `main`. */
export async function startStage(...repos: string[]): Promise<Stage> {
  const host = await startCodeHost({
    tokens: { [TOKEN]: "octocat", [STRANGER]: "hubot" },
    repositories: repos.map((name) => ({ owner: "octocat", name })),
  });
  try {
    const { env } = await host.gh(TOKEN);
    return stageOf(host, env);
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

function stageOf(host: CodeHost, gh: Record<string, string>): Stage {
  let seen = 0;
  const on: Stage["on"] = async <T>(repo: string, method: string, path: string, body?: object) =>
    await host.call(TOKEN, method, `/repos/octocat/${repo}${path}`, body) as T;
  const tip: Stage["tip"] = async (repo, branch) => {
    const refs = await on<{ ref: string; object: { sha: string } }[]>(
      repo,
      "GET",
      `/git/matching-refs/heads/${branch}`,
    );
    return refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha;
  };
  const push: Stage["push"] = async (repo, branch, files) => {
    const parent = await tip(repo, branch) ?? (await tip(repo, "main"))!;
    const tree = await Promise.all(
      Object.entries(files).map(([path, file]) => entryOf(on, repo, path, file)),
    );
    type Made = { sha: string };
    const made = await on<Made>(repo, "POST", "/git/trees", { base_tree: parent, tree });
    const commit = await on<Made>(repo, "POST", "/git/commits", {
      message: `Change ${Object.keys(files).join(", ")}`,
      tree: made.sha,
      parents: [parent],
    });
    await (await tip(repo, branch) === undefined
      ? on(repo, "POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: commit.sha })
      : on(repo, "PATCH", `/git/refs/heads/${encodeURIComponent(branch)}`, { sha: commit.sha }));
    return commit.sha;
  };
  return {
    host,
    api: { GITHUB_API_URL: host.url },
    gh,
    on,
    tip,
    push,
    async pull(repo, branch, files, more = {}) {
      const sha = await push(repo, branch, files);
      const wish = { title: `Add ${branch}`, head: branch, base: "main", ...more };
      const { number } = await on<{ number: number }>(repo, "POST", "/pulls", wish);
      return { number, sha };
    },
    took(reads = false) {
      const since = host.received.slice(seen);
      seen = host.received.length;
      return since.filter(({ method }) => reads || method !== "GET")
        .map(({ method, path }) => `${method} ${path}`);
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

async function entryOf(on: Stage["on"], repo: string, path: string, file: Pushed) {
  if (typeof file === "object" && "mode" in file && file.mode === "160000") {
    return { path, mode: file.mode, type: "commit", sha: file.content };
  }
  const { mode, content } = typeof file === "object" && "mode" in file
    ? file
    : { mode: "100644", content: file };
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const blob = { content: bytes.toBase64(), encoding: "base64" };
  const { sha } = await on<{ sha: string }>(repo, "POST", "/git/blobs", blob);
  return { path, mode, type: "blob", sha };
}
