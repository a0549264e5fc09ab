import assert from "node:assert/strict";
import { run as runModel, runAll } from "../testing/run.ts";
import { TOKEN } from "../testing/stage.ts";
import { model } from "./github_pull_requests.ts";
import { done, refusal } from "../testing/outcome.ts";
import { create, GLOBALS, run, test } from "./testing/runs.ts";

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
  assert.match(message, /Omit 'draft'/);
});

for (const where of ["before", "within"] as const) {
  test(`createPullRequest whose answer is lost ${where} its body ends in one pull request`, async (stage) => {
    stage.host.loseNext("POST /repos/octocat/one/pulls", where);
    assert.equal((await done(create(stage))).number, 1);
    assert.equal((await stage.on<unknown[]>("one", "GET", "/pulls?state=all")).length, 1);
  });
}

test("createPullRequest of a platform that fails before the effect tries again, then gives up", async (stage) => {
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
    stage.host.beforeNext("POST /repos/octocat/one/pulls", () => abort.abort());
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

test("createPullRequest in a repository that was renamed writes nothing and names where it is", async (stage) => {
  await stage.on("one", "PATCH", "", { name: "renamed" });
  const { code, message } = await refusal(create(stage));
  assert.equal(code, "moved");
  assert.match(message, /octocat\/renamed/);
});
