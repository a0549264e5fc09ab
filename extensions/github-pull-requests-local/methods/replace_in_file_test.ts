import assert from "node:assert/strict";
import { testNeeding } from "../../../e2e/requirement.ts";
import { done, refusal } from "../../testing/outcome.ts";
import { runAll } from "../../testing/run.ts";
import { type Stage, startStage } from "../../testing/stage.ts";
import { model } from "../github_pull_requests_local.ts";

const replace = (stage: Stage, args: Record<string, unknown>) =>
  runAll(model, "replaceInFile", {
    repo: "octocat/one",
    newBranch: "change",
    path: "conf",
    commitMessage: "Change conf",
    ...args,
  }, { env: stage.gh });

function test(name: string, body: (stage: Stage) => Promise<void>) {
  testNeeding(["gh"], name, async () => {
    await using stage = await startStage("one");
    await body(stage);
  });
}

/** The bytes of a file on a branch. */
async function bytesOn(stage: Stage, branch: string, path: string): Promise<Uint8Array> {
  const { content } = await stage.on<{ content: string }>(
    "one",
    "GET",
    `/contents/${path}?ref=${branch}`,
  );
  return Uint8Array.fromBase64(content);
}

test("replaceInFile replaces the only match, tells what was there, and keeps every other byte", async (stage) => {
  const base = await stage.push("one", "main", { conf: "\ufeffname = a\r\nport = 80\r\nend" });
  stage.took();
  const wanted = { pattern: "^port = (\\d+)$", replacement: "port = ${x} $1$1\n# $$" };
  const data = await done(replace(stage, wanted));
  assert.deepEqual(
    await bytesOn(stage, "change", "conf"),
    new TextEncoder().encode("\ufeffname = a\r\nport = ${x} 8080\r\n# $\r\nend"),
  );
  assert.deepEqual(
    [data.outcome, data.changed, data.baseSha, data.line, data.before, data.after],
    ["created", true, base, 2, "port = 80", "port = ${x} 8080\r\n# $"],
  );
  assert.equal(data.pattern, wanted.pattern);
  const before = await stage.on<{ sha: string }>("one", "GET", "/contents/conf");
  assert.equal(data.beforeBlobSha, before.sha);
  stage.took();
  assert.equal((await done(replace(stage, wanted))).outcome, "exists");
  assert.deepEqual(stage.took(), []);
});

test("replaceInFile without exactly one match, or without a change, writes nothing", async (stage) => {
  await stage.push("one", "main", { conf: "a\nb\na\n" });
  stage.took();
  const code = async (pattern: string) =>
    (await refusal(replace(stage, { pattern, replacement: "x" }))).code;
  assert.equal(await code("c"), "no_match");
  assert.equal(await code("a"), "several_matches");
  assert.equal(await code("z*"), "invalid");
  assert.equal(await code("(?<=a)b"), "invalid");
  const same = await done(replace(stage, { pattern: "b", replacement: "b" }));
  assert.deepEqual([same.outcome, same.changed, same.commitSha], ["unchanged", false, null]);
  const dry = await done(replace(stage, { pattern: "b", replacement: "c", dryRun: true }));
  assert.deepEqual([dry.outcome, dry.before, dry.after], ["would-create", "b", "c"]);
  assert.deepEqual(stage.took(), []);
  assert.equal(await stage.tip("one", "change"), undefined);
});

test("replaceInFile refuses what is not text: Latin-1, LFS, links, folders, and files that are too large", async (stage) => {
  const pointer = "version https://git-lfs.github.com/spec/v1\nsize 9\n";
  await stage.push("one", "main", {
    latin1: new Uint8Array([0x61, 0xe9]),
    lfs: pointer,
    link: { mode: "120000", content: "latin1" },
    "dir/x": "a",
    large: "a".repeat(1_000_001),
  });
  stage.took();
  for (
    const [path, why] of [
      ["latin1", /not UTF-8/],
      ["lfs", /Git LFS/],
      ["link", /symbolic link/],
      ["dir", /folder/],
      ["large", /1000001 bytes/],
      ["nothing", /not found/],
    ] as const
  ) {
    const { message } = await refusal(replace(stage, { path, pattern: "a", replacement: "b" }));
    assert.match(message, why);
  }
  assert.deepEqual(stage.took(), []);
});

test("replaceInFile does not grow a file beyond 1,000,000 bytes", async (stage) => {
  await stage.push("one", "main", { conf: `${"é".repeat(499_990)}N` });
  stage.took();
  const { code } = await refusal(replace(stage, { pattern: "N", replacement: "é".repeat(20) }));
  assert.equal(code, "too_large");
  assert.deepEqual(stage.took(), []);
});
