import assert from "node:assert/strict";
import { testNeeding } from "../../e2e/requirement.ts";
import { done, refusal } from "../testing/outcome.ts";
import { runAll } from "../testing/run.ts";
import { type Stage, startStage, STRANGER, TOKEN } from "../testing/stage.ts";
import { model } from "./github_releases.ts";

const create = (stage: Stage, args: Record<string, unknown> = {}, env = stage.gh) =>
  runAll(model, "createRelease", { repo: "octocat/one", tagName: "v1.0.0", ...args }, { env });

const createAll = (stage: Stage, repo: string[], tagName = "v1.0.0", signal?: AbortSignal) =>
  runAll(model, "createReleasesAcrossRepos", { repo, tagName }, {
    env: stage.gh,
    ...(signal ? { signal } : {}),
  });

function test(name: string, body: (stage: Stage) => Promise<void>, repos = ["one"]) {
  testNeeding(["gh"], name, async () => {
    await using stage = await startStage(...repos);
    stage.took();
    await body(stage);
  });
}

interface Release {
  id: number;
  tag_name: string;
  name: string;
  draft: boolean;
}

/** Every release of a repository, drafts too. */
const releases = (stage: Stage, repo = "one") => stage.on<Release[]>(repo, "GET", "/releases");

const POST = "POST /repos/octocat/one/releases";

test("createRelease makes a release and its tag at the tip of the default branch", async (stage) => {
  await stage.on("one", "POST", "/git/refs", {
    ref: "refs/heads/trunk",
    sha: await stage.tip("one", "main"),
  });
  const tip = await stage.push("one", "trunk", { "a.txt": "a\n" });
  await stage.on("one", "PATCH", "", { default_branch: "trunk" });
  stage.took();
  const { written, error } = await create(stage);
  if (error) throw error;
  assert.equal(written[0]?.name, "release.octocat~one~v1.0.0");
  const [made] = await releases(stage);
  assert.deepEqual({ ...written[0].data, fetchedAt: 0, url: 0 }, {
    repo: "octocat/one",
    tag: "v1.0.0",
    releaseId: made?.id,
    url: 0,
    draft: false,
    prerelease: false,
    tagExisted: false,
    targetSha: tip,
    outcome: "created",
    error: null,
    fetchedAt: 0,
  });
  assert.equal(made?.name, "v1.0.0");
  assert.deepEqual(stage.took(), [POST]);
});

test("createRelease repeated ten times ends in one release", async (stage) => {
  const outcomes = [];
  for (let time = 0; time < 10; time++) outcomes.push((await done(create(stage))).outcome);
  assert.deepEqual(outcomes, ["created", ...Array(9).fill("exists")]);
  assert.equal((await releases(stage)).length, 1);
  assert.deepEqual(stage.took(), [POST]);
});

test("createRelease of a tag without a release uses the tag, annotated or not", async (stage) => {
  const old = (await stage.tip("one", "main"))!;
  await stage.push("one", "main", { "a.txt": "newer\n" });
  await stage.on("one", "POST", "/git/refs", { ref: "refs/tags/light", sha: old });
  const tag = await stage.on<{ sha: string }>("one", "POST", "/git/tags", {
    tag: "noted",
    message: "Noted",
    object: old,
    type: "commit",
  });
  await stage.on("one", "POST", "/git/refs", { ref: "refs/tags/noted", sha: tag.sha });
  for (const tagName of ["light", "noted"]) {
    const data = await done(create(stage, { tagName }));
    assert.deepEqual([data.outcome, data.tagExisted, data.targetSha], ["created", true, old]);
  }
});

test("createRelease leaves a draft of the same tag alone and says that it is one", async (stage) => {
  const draft = await stage.on<Release>("one", "POST", "/releases", {
    tag_name: "v1.0.0",
    draft: true,
  });
  stage.took();
  const data = await done(create(stage));
  assert.deepEqual(
    [data.outcome, data.draft, data.releaseId, data.tagExisted, data.targetSha],
    ["exists", true, draft.id, false, null],
  );
  assert.deepEqual(stage.took(), []);
  assert.equal((await releases(stage)).length, 1);
});

test("createRelease finds a draft behind the first page of the list", async (stage) => {
  const draft = await stage.on<Release>("one", "POST", "/releases", {
    tag_name: "v1.0.0",
    draft: true,
  });
  for (let number = 0; number < 100; number++) {
    await stage.on("one", "POST", "/releases", { tag_name: `n${number}`, draft: true });
  }
  const data = await done(create(stage));
  assert.deepEqual([data.outcome, data.releaseId], ["exists", draft.id]);
});

test("createRelease of an empty repository says so and makes nothing", async (stage) => {
  await stage.host.call(TOKEN, "POST", "/user/repos", { name: "void" });
  assert.equal((await refusal(create(stage, { repo: "octocat/void" }))).code, "empty_repository");
  assert.deepEqual(await releases(stage, "void"), []);
});

test("createRelease names a rule, an immutable release and an archived repository", async (stage) => {
  stage.host.failNext(POST, 422, { message: "Repository rule violations found" });
  assert.equal((await refusal(create(stage))).code, "rule_violation");
  stage.host.answerNext(POST, () =>
    Response.json({
      message: "Validation Failed",
      errors: [{
        resource: "Release",
        code: "custom",
        message: "tag_name was used by an immutable release",
      }],
      documentation_url: "https://docs.github.com/rest",
    }, { status: 422 }));
  assert.match((await refusal(create(stage))).message, /tag_name was used by an immutable release/);
  await stage.on("one", "PATCH", "", { archived: true });
  assert.equal((await refusal(create(stage))).code, "archived");
  assert.deepEqual(await releases(stage), []);
});

test("createRelease of who may not write is refused", async (stage) => {
  const { env } = await stage.host.gh(STRANGER);
  const { code } = await refusal(create(stage, {}, env));
  assert.ok(["forbidden", "not_found"].includes(code), code);
  assert.deepEqual(await releases(stage), []);
});

for (const where of ["before", "within"] as const) {
  test(`createRelease whose answer is lost ${where} its body ends in one release`, async (stage) => {
    stage.host.loseNext(POST, where);
    const data = await done(create(stage));
    assert.deepEqual([data.outcome, data.tagExisted], ["exists", false]);
    assert.ok(data.targetSha);
    assert.equal((await releases(stage)).length, 1);
  });
}

test("two runs of createRelease at once end in one release", async (stage) => {
  stage.host.beforeNext(POST, () => stage.on("one", "POST", "/releases", { tag_name: "v1.0.0" }));
  assert.equal((await done(create(stage))).outcome, "exists");
  assert.equal((await releases(stage)).length, 1);
});

test("createRelease refuses tags and repositories that lead elsewhere before any call", async (stage) => {
  for (
    const tagName of ["..", "../latest", "a/../b", "v1 0", "-x", "refs/tags/v1", "v1?x", "a\nb"]
  ) {
    assert.equal((await refusal(create(stage, { tagName }))).code, "refused", tagName);
  }
  for (const repo of ["one", "../one", "octocat/..", "octocat/one/two", "a b/c"]) {
    assert.equal((await refusal(create(stage, { repo }))).code, "refused", repo);
  }
  assert.deepEqual(stage.took(true), []);
});

test(
  "createReleasesAcrossRepos goes on past a repository that fails, records it, and fails at the end",
  async (stage) => {
    const repos = ["octocat/one", "octocat/absent", "octocat/two", "OCTOCAT/One"];
    const { written, error } = await createAll(stage, repos);
    assert.deepEqual(
      written.map(({ data }) => [data.repo, data.outcome]).sort(),
      [["octocat/absent", "failed"], ["octocat/one", "created"], ["octocat/two", "created"]],
    );
    assert.match(error!.message, /1 of 3 failed\. .*:\n {2}octocat\/absent \(not_found\)/);
    const again = await createAll(stage, ["octocat/one", "octocat/two"]);
    assert.deepEqual(again.written.map(({ data }) => data.outcome), ["exists", "exists"]);
    assert.equal((await releases(stage)).length, 1);
  },
  ["one", "two"],
);

test(
  "createReleasesAcrossRepos checks all names before the first call",
  async (stage) => {
    const { code } = await refusal(createAll(stage, ["octocat/one", "nonsense"]));
    assert.equal(code, "refused");
    assert.equal((await refusal(createAll(stage, ["octocat/one"], "a..b"))).code, "refused");
    assert.deepEqual(stage.took(true), []);
  },
);

test(
  "createReleasesAcrossRepos that is cancelled finishes its write, and starts no other",
  async (stage) => {
    const abort = new AbortController();
    stage.host.beforeNext(POST, () => abort.abort());
    const { error } = await createAll(
      stage,
      ["octocat/one", "octocat/two"],
      "v1.0.0",
      abort.signal,
    );
    assert.equal(error?.name, "AbortError");
    assert.deepEqual(stage.took(), [POST]);
    assert.equal((await releases(stage)).length, 1);
    const again = await createAll(stage, ["octocat/one", "octocat/two"]);
    assert.deepEqual(again.written.map(({ data }) => data.outcome), ["exists", "created"]);
  },
  ["one", "two"],
);
