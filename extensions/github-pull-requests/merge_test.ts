import assert from "node:assert/strict";
import type { Stage } from "../testing/stage.ts";
import { done, refusal } from "../testing/outcome.ts";
import { create, run, test } from "./testing/runs.ts";

const merge = (stage: Stage, args: Record<string, unknown> = {}) =>
  run(stage, "mergePullRequest", { repo: "one", pullNumber: 1, ...args });

/** The commit at the tip of main. */
const tipOfMain = async (stage: Stage) =>
  await stage.on<{ sha: string; parents: unknown[]; commit: { message: string } }>(
    "one",
    "GET",
    `/commits/${await stage.tip("one", "main")}`,
  );

test("mergePullRequest merges at the head that was looked at, and is exists the second time", async (stage) => {
  await done(create(stage));
  stage.took();
  const data = await done(merge(stage, { commitMessage: "Because" }));
  const tip = await tipOfMain(stage);
  assert.deepEqual(
    [data.outcome, data.method, data.sha, data.kind, data.number, data.base, data.head],
    ["created", "merge", tip.sha, "pull-request", 1, "main", "change"],
  );
  assert.match(tip.commit.message, /\n\nBecause$/);
  assert.ok(data.mergedAt);
  assert.deepEqual(stage.took(), ["PUT /repos/octocat/one/pulls/1/merge"]);
  const again = await done(merge(stage));
  assert.deepEqual([again.outcome, again.mergedAt], ["exists", data.mergedAt]);
  assert.deepEqual(stage.took(), []);
});

for (const [method, parents] of [["squash", 1], ["rebase", 1], ["merge", 2]] as const) {
  test(`mergePullRequest with mergeMethod ${method} makes a commit with ${parents} parent(s)`, async (stage) => {
    await stage.push("one", "main", { "other.txt": "o\n" });
    await done(create(stage));
    assert.equal((await done(merge(stage, { mergeMethod: method }))).method, method);
    assert.equal((await tipOfMain(stage)).parents.length, parents);
  });
}

test("mergePullRequest left alone takes the first way the repository allows", async (stage) => {
  await stage.on("one", "PATCH", "", { allow_merge_commit: false, allow_squash_merge: true });
  await done(create(stage));
  assert.equal((await done(merge(stage))).method, "squash");
});

test("mergePullRequest refuses a way that the repository does not allow, and names it", async (stage) => {
  await stage.on("one", "PATCH", "", { allow_squash_merge: false });
  await done(create(stage));
  const { code, message } = await refusal(merge(stage, { mergeMethod: "squash" }));
  assert.equal(code, "not_mergeable");
  assert.match(message, /Squash merges are not allowed.*'squash'/s);
});

test("mergePullRequest refuses a message with rebase before any call", async (stage) => {
  const args = { mergeMethod: "rebase", commitMessage: "m" };
  assert.equal((await refusal(merge(stage, args))).code, "refused");
  assert.deepEqual(stage.took(true), []);
});

test("mergePullRequest refuses a message where only a rebase is allowed", async (stage) => {
  await stage.on("one", "PATCH", "", { allow_merge_commit: false, allow_squash_merge: false });
  await done(create(stage));
  stage.took();
  assert.equal((await refusal(merge(stage, { commitMessage: "m" }))).code, "refused");
  assert.deepEqual(stage.took(), []);
});

test("a title with control characters is stored as text that anything can read", async (stage) => {
  const pull = { title: "a\u0000b\ud800", head: "change", base: "main" };
  await stage.on("one", "POST", "/pulls", pull);
  assert.equal((await done(create(stage))).title, "ab\ufffd");
});

test("mergePullRequest refuses drafts, closed ones and conflicts, without a write", async (stage) => {
  await done(create(stage, { draft: true }));
  stage.took();
  assert.match((await refusal(merge(stage))).message, /draft/);
  await stage.push("one", "conflict", { "README.md": "theirs\n" });
  await stage.push("one", "main", { "README.md": "ours\n" });
  await done(create(stage, { head: "conflict" }));
  stage.took();
  const { code, message } = await refusal(merge(stage, { pullNumber: 2 }));
  assert.deepEqual([code, /\(dirty\)/.test(message)], ["not_mergeable", true]);
  await stage.on("one", "PATCH", "/pulls/2", { state: "closed" });
  stage.took();
  assert.match((await refusal(merge(stage, { pullNumber: 2 }))).message, /closed/);
  assert.equal((await refusal(merge(stage, { pullNumber: 9 }))).code, "not_found");
  assert.deepEqual(stage.took(), []);
});

test("mergePullRequest waits while the platform computes, and merges then", async (stage) => {
  await done(create(stage));
  const pull = await stage.on("one", "GET", "/pulls/1");
  const computing = { ...pull, mergeable: null, mergeable_state: "unknown" };
  stage.host.answerNext("GET /repos/octocat/one/pulls/1", () => Response.json(computing));
  assert.equal((await done(merge(stage))).outcome, "created");
});

test("mergePullRequest does not merge a head that moved after it was looked at", async (stage) => {
  await done(create(stage));
  const before = await stage.tip("one", "main");
  stage.host.beforeNext("PUT /repos/octocat/one/pulls/1/merge", async () => {
    await stage.push("one", "change", { "a.txt": "moved\n" });
  });
  const { code, message } = await refusal(merge(stage));
  assert.deepEqual([code, /head changed/.test(message)], ["conflict", true]);
  assert.equal(await stage.tip("one", "main"), before);
});

for (const state of ["blocked", "behind"]) {
  test(`mergePullRequest that the platform refuses names the reason: ${state}`, async (stage) => {
    await done(create(stage));
    const pull = await stage.on("one", "GET", "/pulls/1");
    const shown = { ...pull, mergeable_state: state };
    stage.host.answerNext("GET /repos/octocat/one/pulls/1", () => Response.json(shown), 2);
    stage.host.failNext("PUT /repos/octocat/one/pulls/1/merge", 405, { message: "Nope" });
    const { code, message } = await refusal(merge(stage));
    assert.equal(code, "not_mergeable");
    assert.match(message, new RegExp(`\\(${state}\\)`));
  });
}

test("mergePullRequest whose answer is lost has merged once", async (stage) => {
  await done(create(stage));
  const before = await stage.tip("one", "main");
  stage.host.loseNext("PUT /repos/octocat/one/pulls/1/merge");
  assert.equal((await done(merge(stage))).outcome, "exists");
  const { parents } = await tipOfMain(stage);
  assert.deepEqual((parents as { sha: string }[])[0]?.sha, before);
});

const mergeBranch = (stage: Stage, args: Record<string, unknown> = {}) =>
  run(stage, "mergeBranch", { repo: "one", base: "main", head: "change", ...args });

test("mergeBranch merges, and has nothing to merge the second time", async (stage) => {
  const first = await done(mergeBranch(stage, { commitMessage: "Bring change in" }));
  const tip = await tipOfMain(stage);
  assert.deepEqual(
    [first.outcome, first.sha, first.kind, first.number, tip.commit.message],
    ["created", tip.sha, "branch", null, "Bring change in"],
  );
  const { written } = await mergeBranch(stage);
  assert.equal(written[0]?.name, "merge.octocat~one~main~change");
  assert.deepEqual([written[0].data.outcome, written[0].data.sha], ["unchanged", null]);
});

test("mergeBranch names the branch that is missing, and a conflict", async (stage) => {
  assert.match((await refusal(mergeBranch(stage, { base: "no" }))).message, /'no', which 'base'/);
  assert.match((await refusal(mergeBranch(stage, { head: "no" }))).message, /'no', which 'head'/);
  assert.equal((await refusal(mergeBranch(stage, { repo: "no" }))).code, "not_found");
  await stage.push("one", "conflict", { "README.md": "theirs\n" });
  await stage.push("one", "main", { "README.md": "ours\n" });
  assert.equal((await refusal(mergeBranch(stage, { head: "conflict" }))).code, "conflict");
});

test("mergeBranch whose answer is lost has merged once", async (stage) => {
  const before = await stage.tip("one", "main");
  stage.host.loseNext("POST /repos/octocat/one/merges");
  assert.equal((await done(mergeBranch(stage))).outcome, "unchanged");
  assert.deepEqual(((await tipOfMain(stage)).parents as { sha: string }[])[0]?.sha, before);
});
