import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { runAll, type RunOptions, type Variables, type Written } from "../../testing/run.ts";
import { model } from "../repo_insight.ts";

/** A repository, its owner, and somebody else who may write to it. */
export interface Site extends AsyncDisposable {
  host: CodeHost;
  /** The variables with which a method acts as the owner. */
  env: Variables;
  /** Calls the API below the repository as its owner. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** The same as somebody else. */
  callAsOther(method: string, path: string, body?: object): Promise<unknown>;
  /** Opens a pull request from a new branch into main; gives its number. */
  pull(branch: string, more?: { draft?: boolean }): Promise<number>;
  /** The same with a change that conflicts with main. */
  conflict(branch: string): Promise<number>;
  /** Adds a commit to a branch; gives its id. */
  push(branch: string): Promise<string>;
  /** Runs a method as the owner; throws what it threw. */
  run(method: string, args: object, options?: RunOptions): Promise<Written[]>;
  /** The same, with what a failed run wrote. */
  runAll(method: string, args: object, options?: RunOptions): ReturnType<typeof runAll>;
  /** Requests that changed something below this path of the repository so far. */
  writes(path: string): string[];
}

/** The repository of {@link startSite}. */
export const REPO = "octocat/site";
const OWNER = "token-of-octocat";
const OTHER = "token-of-mallory";

/** Starts a code host with one repository of theirs, and one of an organisation. */
export async function startSite(): Promise<Site> {
  const host = await startCodeHost({
    tokens: { [OWNER]: "octocat", [OTHER]: "mallory" },
    organizations: [{ login: "acme", members: [{ login: "octocat", role: "admin" }] }],
    repositories: [{ owner: "octocat", name: "site" }, { owner: "acme", name: "tools" }],
  });
  const call = (method: string, path: string, body?: object) =>
    host.call(OWNER, method, `/repos/${REPO}${path}`, body);
  await call("PUT", "/collaborators/mallory", {});
  let commits = 0;
  const put = async (branch: string, path: string) => {
    commits += 1;
    const answer = await call("PUT", `/contents/${path}`, {
      message: `Change ${commits}`,
      content: btoa(`${commits}\n`),
      branch,
    });
    return (answer as { commit: { sha: string } }).commit.sha;
  };
  const push = (branch: string) => put(branch, `${branch}-${commits}.md`);
  const fork = async (branch: string) => {
    const main = await call("GET", "/git/ref/heads/main") as { object: { sha: string } };
    await call("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: main.object.sha });
  };
  const open = async (branch: string, more: object = {}) => {
    const made = await call("POST", "/pulls", {
      title: branch,
      head: branch,
      base: "main",
      ...more,
    });
    return (made as { number: number }).number;
  };
  const env = { GITHUB_API_URL: host.url, GH_TOKEN: OWNER };
  const all = (method: string, args: object, options: RunOptions = {}) =>
    runAll(model, method, { repo: REPO, ...args }, { ...options, env });
  return {
    host,
    env,
    call,
    callAsOther: (method, path, body) => host.call(OTHER, method, `/repos/${REPO}${path}`, body),
    push,
    async pull(branch, more) {
      await fork(branch);
      await push(branch);
      return await open(branch, more);
    },
    async conflict(branch) {
      await fork(branch);
      for (const one of [branch, "main"]) await put(one, "same.md");
      return await open(branch);
    },
    runAll: all,
    async run(method, args, options) {
      const { written, error } = await all(method, args, options);
      if (error !== undefined) throw error;
      return written;
    },
    writes: (path) =>
      host.received.filter((one) =>
        one.method !== "GET" && one.path.startsWith(`/repos/${REPO}${path}`)
      ).map((one) => `${one.method} ${one.path.slice(`/repos/${REPO}`.length)}`),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** The data of a run that was killed right after it wrote its intent, for the next run. */
export function killedAfterIntent(written: readonly Written[]): Map<string, Written["data"]> {
  const intent = written.find((one) => one.data.stage === "intent");
  if (intent === undefined) throw new Error("the run wrote no intent");
  return new Map([[intent.name, intent.data]]);
}
