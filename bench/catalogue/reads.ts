import { startCodeHost } from "@svc/fakes/codehost";
import { model as fileTrack } from "../../extensions/github-file-track/github_file_track.ts";
import { model as stackStatus } from "../../extensions/github-stack-status/github_stack_status.ts";
import { model as tokenAudit } from "../../extensions/github-token-audit/github_token_audit.ts";
import { model as trending } from "../../extensions/github-trending/github_trending.ts";
import { model as insight } from "../../extensions/repo-insight/repo_insight.ts";
import { run, type RunOptions } from "../../extensions/testing/run.ts";
import { measure } from "./row.ts";

const TOKEN = "fake-reader-token";
const REPO = "octocat/hello-world";
const FILES = 20;
const STACK = 5;

/** Families B and F: an audit, actions with their markers, tracked files, a stack, a search. */
export async function measureReads(): Promise<boolean> {
  await using host = await startCodeHost({
    tokens: { [TOKEN]: "octocat" },
    repositories: [{ owner: "octocat", name: "hello-world" }],
  });
  const call = (method: string, path: string, body?: object) =>
    host.call(TOKEN, method, `/repos/${REPO}${path}`, body);
  const put = (path: string, branch: string) =>
    call("PUT", `/contents/${path}`, { message: `Write ${path}`, content: btoa(path), branch });
  for (let file = 1; file <= FILES; file++) await put(`file-${file}.txt`, "main");
  let base = "main";
  for (let part = 1; part <= STACK; part++) {
    const { object } = await call("GET", `/git/ref/heads/${base}`) as { object: { sha: string } };
    await call("POST", "/git/refs", { ref: `refs/heads/part-${part}`, sha: object.sha });
    await put(`part-${part}.txt`, `part-${part}`);
    await call("POST", "/pulls", { title: `Part ${part}`, head: `part-${part}`, base });
    base = `part-${part}`;
  }
  const folder = await Deno.makeTempDir();
  const options: RunOptions = {
    env: { GITHUB_API_URL: host.url, GH_TOKEN: TOKEN },
    data: new Map(),
  };
  const targets = Array.from({ length: FILES }, (_, index) => ({
    repo: REPO,
    ref: "main",
    srcPath: `file-${index + 1}.txt`,
    destPath: `${folder}/file-${index + 1}.txt`,
  }));
  const issue = { repo: REPO, title: "Slow", body: "Since ten.", idempotencyKey: "slow-at-ten" };
  const numbers = Array.from({ length: STACK }, (_, index) => `#${index + 1}`).join(" ");
  const rows = [
    {
      name: "B: audit",
      least: 2,
      why: "the account, the rate limit",
      run: () => run(tokenAudit, "audit", {}, { globalArgs: { token: TOKEN, baseUrl: host.url } }),
    },
    {
      name: "F: create_issue",
      least: 3,
      why: "whose the token is, issues with its marker, the issue",
      run: () => run(insight, "create_issue", issue, options),
    },
    {
      name: "F: create_issue, the same key again",
      least: 0,
      why: "it stands in the behavior's data",
      run: () => run(insight, "create_issue", issue, options),
    },
    {
      name: "F: get_pull_request_context",
      least: 5,
      why: "the pull request, its comments, reviews, check runs, statuses",
      run: () => run(insight, "get_pull_request_context", { repo: REPO, number: 1 }, options),
    },
    {
      name: `F: ${FILES} files tracked, written`,
      least: FILES + 1,
      why: "the commit of the branch, 1 a file",
      run: () => run(fileTrack, "sync", { targets }, options),
    },
    {
      name: `F: ${FILES} files tracked, nothing new`,
      least: 1,
      why: "the commit of the branch",
      run: () => run(fileTrack, "sync", { targets }, options),
    },
    {
      name: `F: a stack of ${STACK}`,
      least: 4 * STACK,
      why: "pull request, reviews, check runs, statuses of each",
      run: () => run(stackStatus, "fetch", { stack: numbers, repo: REPO }, options),
    },
    {
      name: "F: trending",
      least: 1,
      why: "one search",
      run: () =>
        run(trending, "snapshot", {}, { ...options, globalArgs: { windowDays: 7, count: 10 } }),
    },
  ];
  try {
    let kept = true;
    for (const row of rows) kept = await measure({ ...row, host }) && kept;
    return kept;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
