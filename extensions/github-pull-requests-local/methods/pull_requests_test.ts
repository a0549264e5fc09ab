import assert from "node:assert/strict";
import { testNeeding } from "../../../e2e/requirement.ts";
import { done, refusal } from "../../testing/outcome.ts";
import { runAll } from "../../testing/run.ts";
import { type Stage, startStage, STRANGER } from "../../testing/stage.ts";
import { model } from "../github_pull_requests_local.ts";

const run = (stage: Stage, method: string, args: Record<string, unknown>) =>
  runAll(model, method, { repo: "octocat/one", ...args }, { env: stage.gh });

const open = (stage: Stage, args: Record<string, unknown> = {}) =>
  run(stage, "openPullRequest", { head: "change", base: "main", title: "Change", ...args });

function test(name: string, body: (stage: Stage) => Promise<void>) {
  testNeeding(["gh"], name, async () => {
    await using stage = await startStage("one");
    await stage.push("one", "change", { "a.txt": "new\n" });
    stage.took();
    await body(stage);
  });
}

test("openPullRequest plans without writing, opens, and finds the open one the second time", async (stage) => {
  const planned = await done(open(stage, { dryRun: true }));
  assert.deepEqual(
    [planned.outcome, planned.dryRun, planned.number, planned.title],
    ["would-create", true, null, "Change"],
  );
  assert.deepEqual(stage.took(), []);
  const opened = await done(open(stage, { body: "Why", draft: true }));
  assert.deepEqual(
    [opened.outcome, opened.number, opened.draft, opened.state, opened.author, opened.headSha],
    ["created", 1, true, "open", "octocat", await stage.tip("one", "change")],
  );
  assert.deepEqual(stage.took(), ["POST /repos/octocat/one/pulls"]);
  for (const dryRun of [true, false]) {
    const again = await done(open(stage, { dryRun }));
    assert.deepEqual([again.outcome, again.number, again.dryRun], ["exists", 1, dryRun]);
  }
});

test("openPullRequest and its plan refuse the same: missing branches, nothing to merge, archived", async (stage) => {
  await stage.on("one", "POST", "/git/refs", {
    ref: "refs/heads/same",
    sha: await stage.tip("one", "main"),
  });
  stage.took();
  for (const dryRun of [true, false]) {
    const no = await refusal(open(stage, { head: "nope", dryRun }));
    assert.match(no.message, /no branch 'nope', which 'head' names/);
    const base = await refusal(open(stage, { base: "nope", dryRun }));
    assert.match(base.message, /no branch 'nope', which 'base' names/);
    assert.equal((await refusal(open(stage, { head: "same", dryRun }))).code, "no_commits");
  }
  await stage.on("one", "PATCH", "", { archived: true });
  for (const dryRun of [true, false]) {
    assert.equal((await refusal(open(stage, { dryRun }))).code, "archived");
  }
  assert.equal(stage.took().filter((one) => one.startsWith("POST")).length, 2);
});

test("openPullRequest whose answer is lost ends in one pull request", async (stage) => {
  stage.host.loseNext("POST /repos/octocat/one/pulls");
  const opened = await done(open(stage));
  assert.deepEqual([opened.outcome, opened.number], ["exists", 1]);
  const all = await stage.on<unknown[]>("one", "GET", "/pulls?state=all");
  assert.equal(all.length, 1);
});

test("findPullRequest answers found=false rather than failing, except without a repository", async (stage) => {
  const none = await done(run(stage, "findPullRequest", { head: "change" }));
  assert.deepEqual(
    [none.found, none.count, none.pullRequest, none.head, none.state],
    [false, 0, null, "octocat:change", "open"],
  );
  const { code } = await refusal(run(stage, "findPullRequest", { repo: "octocat/no", head: "x" }));
  assert.equal(code, "not_found");
});

test("findPullRequest qualifies the head and gives the newest one by state", async (stage) => {
  await stage.push("one", "other", { "b.txt": "b\n" });
  const created = async (head: string) =>
    (await stage.on<{ number: number }>("one", "POST", "/pulls", {
      title: head,
      head,
      base: "main",
    })).number;
  const first = await created("change");
  await stage.on("one", "PATCH", `/pulls/${first}`, { state: "closed" });
  const second = await created("change");
  await created("other");
  const find = async (args: Record<string, unknown>) => {
    const data = await done(run(stage, "findPullRequest", args));
    const pull = data.pullRequest as { number: number; state: string } | null;
    return [data.count, pull?.number, pull?.state];
  };
  assert.deepEqual(await find({ head: "change" }), [1, second, "open"]);
  assert.deepEqual(await find({ head: "octocat:change", state: "closed" }), [1, first, "closed"]);
  assert.deepEqual(await find({ head: "OctoCat:change", state: "all" }), [2, second, "open"]);
  assert.deepEqual(await find({ head: "hubot:change", state: "all" }), [0, undefined, undefined]);
  await stage.on("one", "PUT", `/pulls/${second}/merge`, {});
  assert.deepEqual(await find({ head: "change", state: "merged" }), [1, second, "merged"]);
  assert.deepEqual(await find({ head: "change" }), [0, undefined, undefined]);
});

test("findPullRequest is not fooled by a platform that ignores the filter", async (stage) => {
  await stage.push("one", "other", { "b.txt": "b\n" });
  await stage.on("one", "POST", "/pulls", { title: "t", head: "other", base: "main" });
  const all = await stage.on<object[]>("one", "GET", "/pulls");
  stage.host.answerNext("GET /repos/octocat/one/pulls", () => Response.json(all));
  assert.equal((await done(run(stage, "findPullRequest", { head: "change" }))).found, false);
});

test("openPullRequest and findPullRequest work from a fork, whose head names its owner", async (stage) => {
  await stage.host.call(STRANGER, "POST", "/repos/octocat/one/forks", {});
  const main = (await stage.tip("one", "main"))!;
  const fork = (path: string, body: object) =>
    stage.host.call(STRANGER, "POST", `/repos/hubot/one/git/${path}`, body) as Promise<
      { sha: string }
    >;
  const blob = await fork("blobs", { content: "fork", encoding: "utf-8" });
  const tree = await fork("trees", {
    base_tree: main,
    tree: [{ path: "f", mode: "100644", type: "blob", sha: blob.sha }],
  });
  const commit = await fork("commits", { message: "m", tree: tree.sha, parents: [main] });
  await fork("refs", { ref: "refs/heads/fix", sha: commit.sha });
  const { env } = await stage.host.gh(STRANGER);
  const args = { repo: "octocat/one", head: "hubot:fix", base: "main", title: "From a fork" };
  for (const [dryRun, outcome] of [[true, "would-create"], [false, "created"]] as const) {
    const { written, error } = await runAll(model, "openPullRequest", { ...args, dryRun }, { env });
    if (error) throw error;
    assert.deepEqual([written[0]?.data.outcome, written[0]?.data.head], [outcome, "hubot:fix"]);
  }
  const found = await done(run(stage, "findPullRequest", { head: "hubot:fix" }));
  assert.equal((found.pullRequest as { head: string }).head, "hubot:fix");
});

test("heads that lead elsewhere are refused before any call", async (stage) => {
  for (const head of ["..", "a/../b", "../../x:y", "x:..", "a b", ":x", "x:"]) {
    assert.equal((await refusal(open(stage, { head }))).code, "refused", head);
    assert.equal((await refusal(run(stage, "findPullRequest", { head }))).code, "refused", head);
  }
  assert.deepEqual(stage.took(true), []);
});
