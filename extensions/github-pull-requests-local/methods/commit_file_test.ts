import assert from "node:assert/strict";
import { testNeeding } from "../../../e2e/requirement.ts";
import { done, refusal } from "../../testing/outcome.ts";
import { run, runAll } from "../../testing/run.ts";
import { type Stage, startStage, STRANGER, TOKEN } from "../../testing/stage.ts";
import { model } from "../github_pull_requests_local.ts";

/** A run that commits `new` to `a.txt` on the branch `change`, unless told otherwise. */
const commit = (stage: Stage, args: Record<string, unknown> = {}, env = stage.gh) =>
  runAll(model, "commitFile", {
    repo: "one",
    newBranch: "change",
    path: "a.txt",
    content: "new\n",
    commitMessage: "Change a",
    ...args,
  }, { env, globalArgs: { defaultOwner: "octocat" } });

/** Runs `body` on a code host with the repository `one`. */
function test(name: string, body: (stage: Stage) => Promise<void>) {
  testNeeding(["gh"], name, async () => {
    await using stage = await startStage("one");
    stage.took();
    await body(stage);
  });
}

const WRITES = ["blobs", "trees", "commits", "refs"].map((one) =>
  `POST /repos/octocat/one/git/${one}`
);

test("commitFile makes a branch with one commit through blob, tree, commit, and last the ref", async (stage) => {
  const before = await stage.push("one", "main", { "a.txt": "old\n", "b/c.sh": "echo\n" });
  stage.took();
  const data = await done(commit(stage));
  assert.deepEqual(stage.took(), WRITES);
  const tip = await stage.tip("one", "change");
  assert.deepEqual(
    { ...data, fetchedAt: undefined },
    {
      repo: "octocat/one",
      baseBranch: "main",
      newBranch: "change",
      baseSha: before,
      path: "a.txt",
      commitSha: tip,
      blobSha: data.blobSha,
      outcome: "created",
      dryRun: false,
      changed: true,
      fetchedAt: undefined,
    },
  );
  const made = await stage.on<Record<string, unknown>>("one", "GET", `/commits/${tip}`);
  assert.deepEqual(
    (made.files as { filename: string; sha: string }[]).map(({ filename, sha }) => [filename, sha]),
    [["a.txt", data.blobSha]],
  );
  assert.equal((made.commit as { message: string }).message, "Change a");
});

test("commitFile adds a file in a folder that is not there", async (stage) => {
  const data = await done(commit(stage, { path: "docs/new/{owner}.md", content: "ü\r\n" }));
  const file = await stage.on<{ content: string; sha: string }>(
    "one",
    "GET",
    "/contents/docs/new/%7Bowner%7D.md?ref=change",
  );
  assert.equal(file.sha, data.blobSha);
  assert.deepEqual(Uint8Array.fromBase64(file.content), new TextEncoder().encode("ü\r\n"));
});

test("commitFile keeps the mode of an executable file", async (stage) => {
  await stage.push("one", "main", { "run.sh": { mode: "100755", content: "old\n" } });
  await done(commit(stage, { path: "run.sh" }));
  const { tree } = await stage.on<{ tree: { path: string; mode: string }[] }>(
    "one",
    "GET",
    "/git/trees/change",
  );
  assert.equal(tree.find(({ path }) => path === "run.sh")?.mode, "100755");
});

test("commitFile run again after success says exists and writes nothing", async (stage) => {
  const first = await done(commit(stage));
  await stage.push("one", "main", { "other.txt": "base moved on\n" });
  stage.took();
  const second = await done(commit(stage));
  assert.deepEqual(stage.took(), []);
  assert.deepEqual({ ...second, fetchedAt: 0 }, { ...first, outcome: "exists", fetchedAt: 0 });
});

test("commitFile leaves a branch alone that has the content by another commit", async (stage) => {
  const tip = await stage.push("one", "change", { "a.txt": "new\n", "b.txt": "more\n" });
  stage.took();
  const data = await done(commit(stage));
  assert.deepEqual([data.outcome, data.changed, data.commitSha], ["unchanged", false, tip]);
  assert.deepEqual(stage.took(), []);
});

test("commitFile refuses a branch that is there with another content", async (stage) => {
  const tip = await stage.push("one", "change", { "a.txt": "different\n" });
  stage.took();
  assert.equal((await refusal(commit(stage))).code, "branch_exists");
  assert.deepEqual(stage.took(), []);
  assert.equal(await stage.tip("one", "change"), tip);
});

test("commitFile of what the base has already makes no branch", async (stage) => {
  await stage.push("one", "main", { "a.txt": "new\n" });
  stage.took();
  const data = await done(commit(stage));
  assert.deepEqual([data.outcome, data.changed, data.commitSha], ["unchanged", false, null]);
  assert.deepEqual(stage.took(), []);
  assert.equal(await stage.tip("one", "change"), undefined);
});

test("commitFile with dryRun reads everything and writes nothing", async (stage) => {
  const data = await done(commit(stage, { dryRun: true }));
  assert.deepEqual([data.outcome, data.dryRun, data.commitSha], ["would-create", true, null]);
  const dry = stage.took(true);
  assert.deepEqual(dry.filter((one) => !one.startsWith("GET ")), []);
  await done(commit(stage));
  const real = stage.took(true);
  assert.deepEqual(real.filter((one) => one.startsWith("GET ")), dry);
});

for (
  const [what, args, code] of [
    ["a base that is missing", { baseBranch: "nope" }, "not_found"],
    ["a repository that is missing", { repo: "nope" }, "not_found"],
  ] as const
) {
  test(`commitFile with dryRun refuses ${what}, as a real run does`, async (stage) => {
    const dry = await refusal(commit(stage, { ...args, dryRun: true }));
    assert.equal(dry.code, code);
    assert.equal((await refusal(commit(stage, args))).message, dry.message);
    assert.deepEqual(stage.took(), []);
  });
}

test("commitFile with dryRun refuses an archived repository, as a real run does", async (stage) => {
  await stage.on("one", "PATCH", "", { archived: true });
  stage.took();
  for (const dryRun of [true, false]) {
    assert.equal((await refusal(commit(stage, { dryRun }))).code, "archived");
  }
  assert.deepEqual(stage.took(), []);
});

test("commitFile with dryRun refuses who may only read, as a real run does", async (stage) => {
  const { env } = await stage.host.gh(STRANGER);
  for (const dryRun of [true, false]) {
    assert.equal((await refusal(commit(stage, { dryRun }, env))).code, "forbidden");
  }
  assert.deepEqual(stage.took(), []);
});

test("commitFile says that a repository is empty", async (stage) => {
  await stage.host.call(
    TOKEN,
    "POST",
    "/user/repos",
    { name: "void" },
  );
  assert.equal((await refusal(commit(stage, { repo: "void" }))).code, "empty_repository");
});

test("commitFile refuses a folder, a link and a submodule at the path or on the way", async (stage) => {
  const main = await stage.push("one", "main", { "dir/file": "x\n" });
  await stage.push("one", "main", {
    link: { mode: "120000", content: "dir/file" },
    mod: { mode: "160000", content: main },
  });
  stage.took();
  for (
    const [path, word] of [
      ["dir", "folder"],
      ["link", "symbolic link"],
      ["mod", "submodule"],
      ["link/x", "symbolic link"],
      ["mod/x", "submodule"],
      ["dir/file/x", "file"],
    ]
  ) {
    const { code, message } = await refusal(commit(stage, { path }));
    assert.equal(code, "refused");
    assert.match(message, new RegExp(`is a ${word}`), `${path}`);
  }
  assert.deepEqual(stage.took(), []);
});

test("commitFile refuses paths and branches that lead elsewhere before any call", async (stage) => {
  for (
    const args of [
      { path: "../x" },
      { path: "/etc/passwd" },
      { path: "a/.git/config" },
      { path: "a//b" },
      { path: ".GIT/hooks/pre-commit" },
      { newBranch: "../../git/refs" },
      { newBranch: "-x" },
      { newBranch: "a..b" },
      { newBranch: "refs/heads/x" },
      { baseBranch: "a/../../x" },
      { repo: ".." },
      { repo: "one/../two" },
    ]
  ) {
    assert.equal((await refusal(commit(stage, args))).code, "refused", JSON.stringify(args));
  }
  assert.deepEqual(stage.took(true), []);
});

test("commitFile takes 1,000,000 bytes and not one more", async (stage) => {
  const content = "é".repeat(500_000);
  const { code } = await refusal(commit(stage, { content: `${content}a` }));
  assert.equal(code, "too_large");
  assert.deepEqual(stage.took(true), []);
  const data = await done(commit(stage, { content }));
  const { size } = await stage.on<{ size: number }>("one", "GET", `/git/blobs/${data.blobSha}`);
  assert.equal(size, 1_000_000);
});

test("commitFile builds on the commit it has read when the base moves meanwhile", async (stage) => {
  const before = (await stage.tip("one", "main"))!;
  const moved = Promise.withResolvers<void>();
  stage.host.answerNext("POST /repos/octocat/one/git/blobs", async () => {
    await stage.push("one", "main", { "a.txt": "somebody else's\n" });
    moved.resolve();
    return Response.json({ message: "Server Error" }, { status: 502 });
  });
  const data = await done(commit(stage));
  await moved.promise;
  assert.equal(data.baseSha, before);
  const { parents } = await stage.on<{ parents: { sha: string }[] }>(
    "one",
    "GET",
    `/git/commits/${data.commitSha}`,
  );
  assert.deepEqual(parents.map(({ sha }) => sha), [before]);
});

test("commitFile ends in one branch when the answer to every write is lost", async (stage) => {
  for (const step of WRITES) stage.host.loseNext(step);
  const data = await done(commit(stage));
  assert.equal(data.outcome, "created");
  assert.equal(await stage.tip("one", "change"), data.commitSha);
  assert.equal(stage.took().filter((one) => one === WRITES[3]).length, 1);
});

test("commitFile cut off at any write leaves nothing to be seen, and a rerun repairs it", async (stage) => {
  for (const step of WRITES) {
    stage.host.failNext(step, 503, {}, 2);
    assert.equal((await refusal(commit(stage))).code, "unavailable", step);
    assert.equal(await stage.tip("one", "change"), undefined, step);
  }
  assert.equal((await done(commit(stage))).outcome, "created");
});

/** What a run gives, and a second one that makes its branch while the first is about to. */
async function atOnce(stage: Stage, contents: readonly [string, string]) {
  let second: Awaited<ReturnType<typeof commit>> | undefined;
  stage.host.beforeNext(WRITES[3]!, async () => {
    second = await commit(stage, { content: contents[1] });
  });
  const first = await commit(stage, { content: contents[0] });
  return [first, second!] as const;
}

test("two runs of commitFile on one branch at once: one wins, the other says so", async (stage) => {
  const [loser, winner] = await atOnce(stage, ["mine\n", "yours\n"]);
  assert.equal((loser.error as Error & { code: string }).code, "branch_exists");
  assert.equal(winner.written[0]?.data.outcome, "created");
  assert.equal(await stage.tip("one", "change"), winner.written[0]?.data.commitSha);
});

test("two equal runs of commitFile at once end in one branch, and both succeed", async (stage) => {
  const tips = (await atOnce(stage, ["new\n", "new\n"])).map(({ written, error }) => {
    if (error) throw error;
    return written[0]?.data.commitSha;
  });
  const tip = await stage.tip("one", "change");
  assert.deepEqual(tips, [tip, tip]);
});

test("commitFile says that gh is missing, or not logged in", async (stage) => {
  const none = await refusal(commit(stage, {}, { ...stage.gh, PATH: "/nonexistent" }));
  assert.equal(none.code, "no_program");
  const { GH_TOKEN: _1, GH_ENTERPRISE_TOKEN: _2, ...out } = stage.gh;
  const nobody = await refusal(commit(stage, {}, out));
  assert.equal(nobody.code, "unauthorized");
  assert.match(nobody.message, /gh auth login --hostname github\.com/);
});

test("a file of commitFile needs an owner from somewhere", async (stage) => {
  const args = {
    repo: "one",
    newBranch: "change",
    path: "a.txt",
    content: "",
    commitMessage: "Change a",
  };
  await assert.rejects(
    run(model, "commitFile", args, { env: stage.gh }),
    /'owner'.*'defaultOwner'/,
  );
  const [written] = await run(model, "commitFile", { ...args, repo: "octocat/one" }, {
    env: stage.gh,
  });
  assert.equal(written?.name, "fileCommit.octocat~one~change~a.txt");
});
