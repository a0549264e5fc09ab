import assert from "node:assert/strict";
import { testNeeding } from "../../../e2e/requirement.ts";
import { done, refusal } from "../../testing/outcome.ts";
import { runAll } from "../../testing/run.ts";
import { type Stage, startStage } from "../../testing/stage.ts";
import { model } from "../github_pull_requests_local.ts";

const read = async (stage: Stage, path: string, ref?: string) => {
  const args = { repo: "octocat/one", path, ...(ref === undefined ? {} : { ref }) };
  return await runAll(model, "readFile", args, { env: stage.gh });
};

const contentOf = (...args: Parameters<typeof read>) => done(read(...args));

function test(name: string, body: (stage: Stage) => Promise<void>) {
  testNeeding(["gh"], name, async () => {
    await using stage = await startStage("one");
    await body(stage);
  });
}

test("readFile gives the text, and the commit that the ref stood for", async (stage) => {
  const first = await stage.push("one", "main", { "docs/a b.md": "one\n" });
  await stage.on("one", "POST", "/git/refs", { ref: "refs/tags/v1", sha: first });
  const second = await stage.push("one", "main", { "docs/a b.md": "\ufefftwo\r\nno newline" });
  stage.took();
  const newest = await contentOf(stage, "docs/a b.md");
  assert.deepEqual({ ...newest, fetchedAt: 0, blobSha: 0 }, {
    repo: "octocat/one",
    path: "docs/a b.md",
    ref: "main",
    commitSha: second,
    blobSha: 0,
    size: 18,
    encoding: "utf-8",
    content: "\ufefftwo\r\nno newline",
    executable: false,
    symlinkTo: null,
    lfsPointer: false,
    fetchedAt: 0,
  });
  assert.deepEqual(stage.took(), []);
  for (const ref of ["v1", first]) {
    const old = await contentOf(stage, "docs/a b.md", ref);
    assert.deepEqual([old.content, old.commitSha, old.ref], ["one\n", first, ref]);
  }
});

test("readFile takes 999,999 and 1,000,000 bytes and refuses 1,000,001 before it reads them", async (stage) => {
  await stage.push("one", "main", {
    below: "a".repeat(999_999),
    most: "a".repeat(1_000_000),
    above: "a".repeat(1_000_001),
  });
  assert.equal((await contentOf(stage, "below")).size, 999_999);
  assert.equal((await contentOf(stage, "most")).size, 1_000_000);
  stage.took();
  const { code, message } = await refusal(read(stage, "above"));
  assert.equal(code, "too_large");
  assert.match(message, /has 1000001 bytes; the limit is 1000000/);
  assert.ok(!stage.took(true).some((one) => one.includes("/git/blobs/")));
});

test("readFile gives what is not UTF-8 as base64, and tells executables and LFS pointers", async (stage) => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${
    "0".repeat(64)
  }\nsize 9\n`;
  await stage.push("one", "main", {
    latin1: new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
    run: { mode: "100755", content: "#!/bin/sh\n" },
    "big.bin": pointer,
    empty: "",
  });
  const latin1 = await contentOf(stage, "latin1");
  assert.deepEqual([latin1.encoding, latin1.content, latin1.size], ["base64", "Y2Fm6Q==", 4]);
  assert.equal((await contentOf(stage, "run")).executable, true);
  assert.equal((await contentOf(stage, "big.bin")).lfsPointer, true);
  assert.deepEqual((await contentOf(stage, "empty")).content, "");
});

test("readFile follows a link inside the repository and says so; others are refused", async (stage) => {
  await stage.push("one", "main", {
    "a/real": "text\n",
    "a/near": { mode: "120000", content: "real" },
    far: { mode: "120000", content: "./a/../a//near" },
    away: { mode: "120000", content: "../../etc/passwd" },
    root: { mode: "120000", content: "/etc/passwd" },
    self: { mode: "120000", content: "self" },
    folder: { mode: "120000", content: "a" },
    gone: { mode: "120000", content: "a/nothing" },
    git: { mode: "120000", content: ".git/config" },
  });
  const near = await contentOf(stage, "a/near");
  assert.deepEqual([near.content, near.symlinkTo], ["text\n", "real"]);
  const far = await contentOf(stage, "far");
  assert.deepEqual([far.content, far.symlinkTo], ["text\n", "./a/../a//near"]);
  for (
    const [path, why] of [
      ["away", /leaves the repository/],
      ["root", /leaves the repository/],
      ["self", /too many other links/],
      ["folder", /link to 'a', and that is a folder/],
      ["git", /'\.git' belongs to git/],
    ] as const
  ) {
    const { code, message } = await refusal(read(stage, path));
    assert.equal(code, "refused", path);
    assert.match(message, why);
  }
  assert.equal((await refusal(read(stage, "gone"))).code, "not_found");
});

test("readFile refuses folders and submodules, and names what is missing", async (stage) => {
  const main = await stage.push("one", "main", { "dir/file": "x\n" });
  await stage.push("one", "main", { mod: { mode: "160000", content: main } });
  assert.match((await refusal(read(stage, "dir"))).message, /it is a folder, not a file/);
  assert.match((await refusal(read(stage, "mod"))).message, /it is a submodule, not a file/);
  const missing = await refusal(read(stage, "dir/other"));
  assert.equal(missing.code, "not_found");
  assert.match(missing.message, /^dir\/other of octocat\/one: not found/);
  assert.match(
    (await refusal(read(stage, "dir/file", "nope"))).message,
    /no branch, tag or commit 'nope'/,
  );
});

test("readFile refuses paths and refs that lead elsewhere before any call", async (stage) => {
  stage.took();
  for (const path of ["../x", "/x", "a/../b", ".git/config", "a//b", "a\\b"]) {
    assert.equal((await refusal(read(stage, path))).code, "refused", path);
  }
  for (const ref of ["..", "../../pulls", "a/../b", "main?x=1", "-x", "@{u}"]) {
    assert.equal((await refusal(read(stage, "README.md", ref))).code, "refused", ref);
  }
  assert.deepEqual(stage.took(true), []);
});
