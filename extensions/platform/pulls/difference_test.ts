import assert from "node:assert/strict";
import { startCodeHost } from "@svc/fakes/codehost";
import { connect } from "../client.ts";
import { checkDifference } from "./difference.ts";

const REPO = "/repos/octocat/hello-world";
const name = { owner: "octocat", repo: "hello-world" };

/** A repository with a branch that is ahead, one that is not, and a fork of hubot with one more. */
async function start() {
  const host = await startCodeHost({
    tokens: { t1: "octocat", t2: "hubot" },
    repositories: [{ owner: "octocat", name: "hello-world" }],
  });
  const { object } = await host.call("t1", "GET", `${REPO}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  const branch = async (token: string, repo: string, name: string, changed: boolean) => {
    const ref = `refs/heads/${name}`;
    await host.call(token, "POST", `${repo}/git/refs`, { ref, sha: object.sha });
    const file = { message: "Change it", content: btoa(`${name}\n`), branch: name };
    if (changed) await host.call(token, "PUT", `${repo}/contents/${name}.md`, file);
  };
  await branch("t1", REPO, "ahead", true);
  await branch("t1", REPO, "same", false);
  await host.call("t2", "POST", `${REPO}/forks`, {});
  await branch("t2", "/repos/hubot/hello-world", "theirs", true);
  const client = connect({
    extension: "test",
    context: {
      signal: new AbortController().signal,
      logger: { info() {}, warn() {} },
    },
    token: "t1",
    baseUrl: host.url,
  });
  return {
    host,
    check: (head: string, base: string) => checkDifference(client, name, { head, base }),
  };
}

Deno.test("a branch with a commit of its own could become a pull request, also a fork's", async () => {
  const { host, check } = await start();
  await using _host = host;
  await check("ahead", "main");
  await check("octocat:ahead", "main");
  await check("hubot:theirs", "main");
});

Deno.test("a branch without a commit of its own could not", async () => {
  const { host, check } = await start();
  await using _host = host;
  await assert.rejects(check("same", "main"), { code: "no_commits" });
  await assert.rejects(check("main", "main"), { code: "no_commits" });
});

Deno.test("of two branches the one that is missing is named", async () => {
  const { host, check } = await start();
  await using _host = host;
  for (
    const [head, base, missing] of [
      ["none", "main", "none"],
      ["ahead", "gone", "gone"],
      ["none", "gone", "gone"],
      ["hubot:none", "main", "hubot:none"],
      ["nobody:theirs", "main", "nobody:theirs"],
    ] as const
  ) {
    await assert.rejects(check(head, base), {
      code: "not_found",
      message: new RegExp(`from ${head} to ${base} in .*: there is no branch '${missing}'`),
    });
  }
});
