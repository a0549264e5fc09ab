import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { run, type RunOptions, type Written } from "../../testing/run.ts";
import { model } from "../github_ensure.ts";

/** The repository that most tests are about. */
export const REPO = "/repos/octocat/hello-world";

/**
 * A code host with the user octocat (token `t1`), who owns `hello-world` and an archived repository;
 * the user hubot (`t2`) with a private one; and the organisation github, which octocat owns.
 */
export async function start(): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { t1: "octocat", t2: "hubot" },
    organizations: [{ login: "github", members: [{ login: "octocat", role: "admin" }] }],
    repositories: [
      { owner: "octocat", name: "hello-world", description: "Says hello" },
      { owner: "octocat", name: "old" },
      { owner: "hubot", name: "secret", private: true },
      { owner: "hubot", name: "robot" },
      { owner: "github", name: "site" },
    ],
  });
  await host.call("t1", "PATCH", "/repos/octocat/old", { archived: true });
  return host;
}

/** Runs a method as octocat for the owner octocat, and gives what was written last. */
export async function ensure(
  host: CodeHost,
  method: keyof typeof model.methods,
  args: Record<string, unknown>,
  { globalArgs, ...options }: RunOptions = {},
): Promise<Written> {
  const written = await run(model, method, args, {
    ...options,
    globalArgs: { token: "t1", owner: "octocat", baseUrl: host.url, ...globalArgs },
  });
  return written.at(-1)!;
}

/** What was asked for beside reads, as `POST /path`; of the calls after the first `from`. */
export const writes = (host: CodeHost, from: number = 0): string[] =>
  host.received.slice(from).filter(({ method }) => method !== "GET").map(({ method, path }) =>
    `${method} ${path}`
  );

/** The commit that a branch of the repository is on. */
export async function tip(host: CodeHost, branch: string): Promise<string> {
  const path = `${REPO}/git/ref/heads/${branch}`;
  return (await host.call("t1", "GET", path) as { object: { sha: string } }).object.sha;
}

/** Makes a branch with a commit of its own. */
export async function branch(host: CodeHost, name: string): Promise<void> {
  const sha = await tip(host, "main");
  await host.call("t1", "POST", `${REPO}/git/refs`, { ref: `refs/heads/${name}`, sha });
  await host.call("t1", "PUT", `${REPO}/contents/${name}.md`, {
    message: `Add ${name}`,
    content: btoa(`# ${name}\n`),
    branch: name,
  });
}
