import assert from "node:assert/strict";
import { about, branchWith, startPair, tip, type Told, write } from "../testing/pair.ts";

const forbid = (repo: Told, rules: object[], include = ["~ALL"], target = "branch") =>
  repo.post("/rulesets", {
    name: "Rules",
    target,
    enforcement: "active",
    conditions: { ref_name: { include, exclude: [] } },
    rules,
  });

const checks = (strict = false) => ({
  type: "required_status_checks",
  parameters: {
    required_status_checks: [{ context: "ci" }],
    strict_required_status_checks_policy: strict,
  },
});

const reviews = {
  type: "pull_request",
  parameters: {
    required_approving_review_count: 1,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  },
};

async function opened(repo: Told): Promise<() => Promise<string>> {
  await branchWith(repo, "a");
  await repo.post("/pulls", { title: "A", head: "a", base: "main" });
  return async () => (await repo.get<{ mergeable_state: string }>("/pulls/1")).mergeable_state;
}

Deno.test("a restricted branch or tag is not made, moved or deleted", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "kept");
  const sha = await tip(repo);
  await forbid(repo, ["creation", "update", "deletion"].map((type) => ({ type })), [
    "refs/heads/k*",
  ]);
  await forbid(repo, [{ type: "creation" }], ["refs/tags/v*"], "tag");
  const made = repo.post("/git/refs", { ref: "refs/heads/k2", sha });
  await assert.rejects(made, /422 .*rule violations found.*creations being restricted/);
  await assert.rejects(
    repo.patch("/git/refs/heads/kept", { sha, force: true }),
    /422 .*violations/,
  );
  await assert.rejects(repo.remove("/git/refs/heads/kept"), /422 .*violations/);
  await assert.rejects(write(repo, "x.txt", "x", "kept"), /409 .*violations/);
  await assert.rejects(repo.post("/releases", { tag_name: "v1" }), /422 .*violations/);
  await repo.post("/git/refs", { ref: "refs/heads/other/k", sha });
  await repo.post("/releases", { tag_name: "w1" });
});

Deno.test("a branch that wants pull requests takes nothing else", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  await forbid(repo, [reviews], ["~DEFAULT_BRANCH"]);
  const said = /409 .*Changes must be made through a pull request/;
  await assert.rejects(write(repo, "x.txt", "x"), said);
  await assert.rejects(repo.post("/merges", { base: "main", head: "a" }), said);
  await write(repo, "x.txt", "x", "a");
  const rules = await repo.get<{ type: string }[]>("/rules/branches/main");
  assert.deepEqual(rules.map(({ type }) => type), ["pull_request"]);
  assert.deepEqual(await repo.get("/rules/branches/a"), []);
});

Deno.test("a pull request is blocked until somebody who may push approves", async () => {
  await using host = await startPair();
  const repo = about(host);
  const state = await opened(repo);
  await forbid(repo, [reviews]);
  assert.equal(await state(), "blocked");
  await assert.rejects(repo.put("/pulls/1/merge", {}), /405 .*At least 1 approving review/);
  const approve = () => about(host, "reader").post("/pulls/1/reviews", { event: "APPROVE" });
  await approve();
  assert.equal(await state(), "blocked");
  await repo.put("/collaborators/hubot", { permission: "push" });
  assert.equal(await state(), "clean");
  await repo.put("/pulls/1/merge", {});
});

Deno.test("a pull request is blocked until its check has passed", async () => {
  await using host = await startPair();
  const repo = about(host);
  const state = await opened(repo);
  await forbid(repo, [checks()]);
  const sha = await tip(repo, "a");
  const merge = () => repo.put("/pulls/1/merge", {});
  await assert.rejects(merge(), /405 .*\\"ci\\" is expected/);
  await repo.post(`/statuses/${sha}`, { state: "failure", context: "ci" });
  await assert.rejects(merge(), /405 .*\\"ci\\" is failing/);
  assert.equal(await state(), "blocked");
  await repo.post(`/statuses/${sha}`, { state: "success", context: "ci" });
  assert.equal(await state(), "clean");
  await repo.post("/check-runs", { name: "extra", head_sha: sha, conclusion: "failure" });
  assert.equal(await state(), "unstable");
  await merge();
});

Deno.test("a pull request whose base moved on is behind where the rules want the newest", async () => {
  await using host = await startPair();
  const repo = about(host);
  const state = await opened(repo);
  await write(repo, "b.txt", "b\n");
  assert.equal(await state(), "clean");
  await repo.post(`/statuses/${await tip(repo, "a")}`, { state: "success", context: "ci" });
  await forbid(repo, [checks(true)]);
  assert.equal(await state(), "behind");
  await assert.rejects(repo.put("/pulls/1/merge", {}), /405 .*not up to date/);
});

Deno.test("a branch with a merge queue is merged by the queue alone", async () => {
  await using host = await startPair();
  const repo = about(host);
  const state = await opened(repo);
  const made = await forbid(repo, [{ type: "merge_queue" }]) as { id: number };
  assert.equal(await state(), "blocked");
  await assert.rejects(repo.put("/pulls/1/merge", {}), /405 .*through the merge queue/);
  await repo.remove(`/rulesets/${made.id}`);
  await repo.put("/pulls/1/merge", {});
});
