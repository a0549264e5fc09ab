import assert from "node:assert/strict";
import { run as runModel, runAll } from "../testing/run.ts";
import { type Stage, startStage, TOKEN } from "../testing/stage.ts";
import { model } from "./github_pull_requests.ts";

const GLOBALS = { token: TOKEN, defaultOwner: "octocat" };

const run = (stage: Stage, method: string, args: Record<string, unknown>) =>
  runAll(model, method, args, { env: stage.api, globalArgs: GLOBALS });

/** Creates a pull request from `change` to `main` of `one`, unless told otherwise. */
const create = (stage: Stage, args: Record<string, unknown> = {}) =>
  run(stage, "createPullRequest", {
    repo: "one",
    title: "Change",
    head: "change",
    base: "main",
    ...args,
  });

async function done(result: ReturnType<typeof run>) {
  const { written, error } = await result;
  if (error) throw error;
  return written[0]!.data;
}

async function refusal(result: ReturnType<typeof run>) {
  const { written, error } = await result;
  assert.ok(error, "the run should fail");
  assert.deepEqual(written, []);
  return error as Error & { code: string };
}

/** Runs `body` on a code host whose repositories have a branch `change`. */
function test(name: string, body: (stage: Stage) => Promise<void>, repos = ["one"]) {
  Deno.test(name, async () => {
    await using stage = await startStage(...repos);
    for (const repo of repos) await stage.push(repo, "change", { "a.txt": "new\n" });
    stage.took();
    await body(stage);
  });
}

test("createPullRequest opens one, with what the platform says of it", async (stage) => {
  const data = await done(create(stage, { body: "Why", draft: true }));
  assert.deepEqual({ ...data, fetchedAt: 0, createdAt: 0 }, {
    repo: "octocat/one",
    number: 1,
    url: data.url,
    title: "Change",
    head: "change",
    headSha: await stage.tip("one", "change"),
    base: "main",
    draft: true,
    state: "open",
    author: "octocat",
    outcome: "created",
    dryRun: false,
    error: null,
    createdAt: 0,
    fetchedAt: 0,
  });
  const upstream = await stage.on<{ body: string }>("one", "GET", "/pulls/1");
  assert.equal(upstream.body, "Why");
});

test("createPullRequest finds the open one for the same head and base, and is named after both", async (stage) => {
  await done(create(stage));
  const { written } = await create(stage, { title: "Another title" });
  assert.equal(written[0]?.name, "pullRequest.octocat~one~change~main");
  assert.deepEqual([written[0].data.outcome, written[0].data.title], ["exists", "Change"]);
  await stage.push("one", "release", { "r.txt": "r\n" });
  const other = await done(create(stage, { base: "release" }));
  assert.deepEqual([other.outcome, other.number], ["created", 2]);
});

test("createPullRequest says which branch is missing, and when there is nothing to merge", async (stage) => {
  assert.match((await refusal(create(stage, { head: "no" }))).message, /'no', which 'head' names/);
  assert.match((await refusal(create(stage, { base: "no" }))).message, /'no', which 'base' names/);
  assert.equal((await refusal(create(stage, { head: "main" }))).code, "no_commits");
  assert.equal((await refusal(create(stage, { repo: "no" }))).code, "not_found");
});

test("createPullRequest names a plan without drafts", async (stage) => {
  stage.host.answerNext("POST /repos/octocat/one/pulls", () =>
    Response.json({
      message: "Draft pull requests are not supported in this repository.",
      documentation_url: "https://docs.github.com/rest",
      status: "422",
    }, { status: 422 }));
  const { code, message } = await refusal(create(stage, { draft: true }));
  assert.equal(code, "plan");
  assert.match(message, /Leave out 'draft'/);
});

for (const where of ["before", "within"] as const) {
  test(`createPullRequest whose answer is lost ${where} its body ends in one pull request`, async (stage) => {
    stage.host.loseNext("POST /repos/octocat/one/pulls", where);
    assert.equal((await done(create(stage))).number, 1);
    assert.equal((await stage.on<unknown[]>("one", "GET", "/pulls?state=all")).length, 1);
  });
}

test("createPullRequest of a platform that fails before the effect tries once more, then gives up", async (stage) => {
  stage.host.failNext("POST /repos/octocat/one/pulls", 502);
  assert.equal((await done(create(stage))).outcome, "created");
  stage.host.failNext("POST /repos/octocat/one/pulls", 502, {}, 2);
  await stage.push("one", "more", { "b.txt": "b\n" });
  stage.took();
  assert.equal((await refusal(create(stage, { head: "more" }))).code, "unavailable");
  assert.equal(stage.took().length, 2);
});

test("names that lead elsewhere are refused before any call", async (stage) => {
  for (
    const args of [
      { repo: ".." },
      { repo: "../x" },
      { owner: "..", repo: "x" },
      { owner: "a/b", repo: "x" },
      { owner: "octocat", repo: "octocat/one" },
      { head: "../x" },
      { head: "a b" },
      { base: "x/../../y" },
      { base: "octocat:main" },
    ]
  ) {
    assert.equal((await refusal(create(stage, args))).code, "refused", JSON.stringify(args));
  }
  assert.deepEqual(stage.took(true), []);
});

test("the owner comes from the argument, else from defaultOwner, else the error names both", async (stage) => {
  const args = { repo: "one", title: "t", head: "change", base: "main" };
  const options = { env: stage.api, globalArgs: { token: TOKEN } };
  await assert.rejects(
    runModel(model, "createPullRequest", args, options),
    /'owner'.*'defaultOwner'/,
  );
  await runModel(model, "createPullRequest", { ...args, owner: "octocat" }, options);
});

const ACROSS = { title: "Change", head: "change", base: "main" };

test(
  "createPullRequestsAcrossRepos goes on past a repository that fails, records it, and fails at the end",
  async (stage) => {
    await stage.on("two", "PATCH", "", { default_branch: "change" });
    await stage.on("two", "DELETE", "/git/refs/heads%2Fmain");
    const { written, error } = await run(stage, "createPullRequestsAcrossRepos", {
      ...ACROSS,
      repos: ["one", "two", "octocat/three", "ONE"],
    });
    assert.deepEqual(
      written.map(({ name, data }) => [name.split("~")[1], data.outcome]).sort(),
      [["one", "created"], ["three", "created"], ["two", "failed"]],
    );
    const failed = written.find(({ data }) => data.outcome === "failed")!.data;
    assert.deepEqual([failed.repo, failed.number, failed.url], ["octocat/two", null, null]);
    assert.equal((failed.error as { code: string }).code, "not_found");
    assert.match(error!.message, /1 of 3 failed\. .*:\n {2}octocat\/two \(not_found\)/);
    assert.doesNotMatch(error!.message, /three/);
  },
  ["one", "two", "three"],
);

test(
  "createPullRequestsAcrossRepos run again opens nothing twice",
  async (stage) => {
    const repos = ["one", "two"];
    await run(stage, "createPullRequestsAcrossRepos", { ...ACROSS, repos });
    const again = await run(stage, "createPullRequestsAcrossRepos", { ...ACROSS, repos });
    assert.deepEqual(again.written.map(({ data }) => data.outcome), ["exists", "exists"]);
  },
  ["one", "two"],
);

test("createPullRequestsAcrossRepos checks all arguments before the first call", async (stage) => {
  for (
    const args of [
      { ...ACROSS, repos: ["one", "not a name"] },
      { ...ACROSS, repos: ["one"], head: "a..b" },
    ]
  ) {
    assert.equal(
      (await refusal(run(stage, "createPullRequestsAcrossRepos", args))).code,
      "refused",
    );
  }
  const many = Array.from({ length: 51 }, (_, index) => `r${index}`);
  for (const repos of [[], many]) {
    const { error } = await run(stage, "createPullRequestsAcrossRepos", { ...ACROSS, repos });
    assert.equal(error?.name, "ZodError");
  }
  assert.deepEqual(stage.took(true), []);
});

test(
  "createPullRequestsAcrossRepos that is cancelled finishes its write, and starts no other",
  async (stage) => {
    const abort = new AbortController();
    stage.host.meanwhile("POST /repos/octocat/one/pulls", () => abort.abort());
    const { error, written } = await runAll(
      model,
      "createPullRequestsAcrossRepos",
      { ...ACROSS, repos: ["one", "two", "three"] },
      { env: stage.api, globalArgs: GLOBALS, signal: abort.signal },
    );
    assert.equal(error?.name, "AbortError");
    assert.deepEqual(written.map(({ data }) => [data.repo, data.outcome]), [
      ["octocat/one", "created"],
    ]);
    assert.deepEqual(stage.took(), ["POST /repos/octocat/one/pulls"]);
  },
  ["one", "two", "three"],
);

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
  stage.host.meanwhile("PUT /repos/octocat/one/pulls/1/merge", async () => {
    await stage.push("one", "change", { "a.txt": "moved\n" });
  });
  const { code, message } = await refusal(merge(stage));
  assert.deepEqual([code, /head moved/.test(message)], ["conflict", true]);
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

test("neither data nor errors hold the token", async (stage) => {
  const lines: string[] = [];
  for (const args of [{}, { head: "no" }, { repo: "no" }]) {
    const { written, error } = await runAll(
      model,
      "createPullRequest",
      { repo: "one", title: "t", head: "change", base: "main", ...args },
      { env: stage.api, globalArgs: GLOBALS, log: (line) => lines.push(line) },
    );
    lines.push(JSON.stringify(written), Deno.inspect(error));
  }
  assert.ok(!lines.join().includes(TOKEN));
});
