import assert from "node:assert/strict";
import { startGround } from "./testing/ground.ts";
import { gitBefore, type Job, runApart } from "./testing/process.ts";

Deno.test("no worktree method contacts anybody: all of them with the network denied", async () => {
  using server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let contacts = 0;
  const serving = (async () => {
    for await (const connection of server) {
      contacts += 1;
      connection.close();
    }
  })().catch(() => {});
  const address = `http://127.0.0.1:${server.addr.port}/octocat/hello.git`;
  await using ground = await startGround({ gitRemoteUrl: address });
  const sha = await ground.pull(12);
  await ground.git(["config", "remote.origin.url", address]);
  await ground.pull(13, { sha, state: "merged" });
  const fork = { ref: "main", sha: "a".repeat(40), repo: "hubot/hello" };
  await ground.pull(14, { head: fork });
  // Should git begin a transfer all the same, it has no protocol left.
  const path = await gitBefore(
    `${ground.root}/bin`,
    `echo "$*" >> ${ground.root}/calls\nexport GIT_ALLOW_PROTOCOL=none`,
  );
  const worktreeId = `pr-12-${sha.slice(0, 12)}`;
  const calls: Job["calls"] = [
    ["prepare_worktree", { prNumber: 12 }],
    ["prepare_worktree", { prNumber: 13 }],
    ["prepare_worktree", { prNumber: 14 }],
    ["create_worktree", { branch: "own" }],
    ["detach_worktree", { worktreeId }],
    ["attach_worktree", { worktreeId, prNumber: 12 }],
    ["analyze_worktrees", {}],
    ["refresh_pr_worktrees", { dryRun: false, materialize: true }],
    ["close_merged_worktrees", {}],
    ["remove_worktree", { worktreeId, deleteBranch: true }],
  ];
  const permissions = ["--deny-net", "--allow-read", "--allow-write", "--allow-env", "--allow-run"];
  const { told, stderr } = await runApart(ground, calls, { path, permissions });
  assert.equal(told.length, calls.length, stderr);
  for (const { method, failure } of told) assert.equal(failure, null, method);
  const transfers = /^(?:-\S+ )*(?:fetch|pull|push|clone|ls-remote|submodule|archive)\b/m;
  assert.doesNotMatch(await Deno.readTextFile(`${ground.root}/calls`), transfers);
  assert.equal(contacts, 0);
  server.close();
  await serving;
});
