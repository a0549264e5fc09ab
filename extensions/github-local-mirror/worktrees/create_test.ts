import assert from "node:assert/strict";
import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import { type Ground, startGround } from "./testing/ground.ts";

async function create(ground: Ground, args: object): Promise<WorktreeSnapshot> {
  const [written] = await ground.run("create_worktree", args);
  return written!.data as unknown as WorktreeSnapshot;
}

const tip = async (ground: Ground, ref: string) => (await ground.git(["rev-parse", ref])).trim();

Deno.test("a new branch begins at the default branch", async () => {
  await using ground = await startGround();
  const made = await create(ground, { branch: "feature/login", identity: "alice" });
  assert.match(made.worktreeId, /^wt-feature-login-[0-9a-f]{8}$/);
  assert.deepEqual([made.branch, made.identity, made.prNumber], ["feature/login", "alice", null]);
  assert.equal(made.headSha, await tip(ground, "refs/remotes/origin/main"));
});

Deno.test("a new branch begins at baseRef: a branch, a tag, a commit or a full ref", async () => {
  await using ground = await startGround();
  const release = await ground.commit("refs/remotes/origin/release", { "r.txt": "r" });
  await ground.git(["update-ref", "refs/tags/v1", release]);
  const bases = ["release", "v1", release, "refs/remotes/origin/release", "refs/tags/v1"];
  for (const [index, baseRef] of bases.entries()) {
    assert.equal((await create(ground, { branch: `b${index}`, baseRef })).headSha, release);
  }
});

Deno.test("a branch that the remote has begins there, as git's own switch does", async () => {
  await using ground = await startGround();
  const topic = await ground.commit("refs/remotes/origin/topic", { "t.txt": "t" });
  assert.equal((await create(ground, { branch: "topic" })).headSha, topic);
  const main = await tip(ground, "refs/remotes/origin/main");
  await ground.commit("refs/remotes/origin/other", { "o.txt": "o" });
  assert.equal((await create(ground, { branch: "other", baseRef: "main" })).headSha, main);
});

Deno.test("a branch that exists is checked out as it is, and is not begun again", async () => {
  await using ground = await startGround();
  const own = await ground.commit("refs/heads/own", { "o.txt": "o" });
  const { code } = await ground.refused("create_worktree", { branch: "own", baseRef: "main" });
  assert.equal(code, "branch_exists");
  assert.equal((await create(ground, { branch: "own" })).headSha, own);
});

Deno.test("a tag of the same name does not decide what a branch's worktree holds", async () => {
  await using ground = await startGround();
  const own = await ground.commit("refs/heads/v1", { "o.txt": "o" });
  await ground.git(["update-ref", "refs/tags/v1", "refs/remotes/origin/main"]);
  const { headSha, path } = await create(ground, { branch: "v1" });
  assert.equal(headSha, own);
  assert.equal(await Deno.readTextFile(`${path}/o.txt`), "o");
});

Deno.test("a worktree that is there is told, not made twice", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  await create(ground, { branch: "topic" });
  await create(ground, { prNumber: 12 });
  for (const args of [{ branch: "topic" }, { prNumber: 12 }]) {
    const { code, message } = await ground.refused("create_worktree", args);
    assert.equal(code, "already_exists");
    assert.ok(message.includes(ground.workspaces));
  }
});

Deno.test("exactly one of a pull request and a branch is asked for", async () => {
  await using ground = await startGround();
  for (const args of [{}, { prNumber: 12, branch: "x" }, { prNumber: 12, baseRef: "main" }]) {
    assert.equal((await ground.refused("create_worktree", args)).code, "refused");
  }
});

Deno.test("branches of strangers' making are refused before anything is made", async () => {
  await using ground = await startGround();
  const names = [
    "../../x",
    "-x",
    "--upload-pack=touch p",
    "a\nb",
    "a\0b",
    "a b",
    "ab\u202Egnp",
    "a\u200Bb",
    "\uD800",
    "x.lock",
    "a//b",
    "/x",
    "x/",
    "@",
    "HEAD",
    "@{-1}",
    "refs/heads/x",
    "a".repeat(40),
    "review",
    "Review",
    "review/pr-1-0123456789ab",
    "é".repeat(128),
  ];
  for (const branch of names) {
    const { code } = await ground.refused("create_worktree", { branch });
    assert.equal(code, "refused", JSON.stringify(branch));
  }
  assert.equal(await ground.git(["for-each-ref", "refs/heads"]), "");
  assert.deepEqual(await Array.fromAsync(Deno.readDir(ground.workspaces)), []);
});

Deno.test("odd names that git takes become one plain folder each, and run nothing", async () => {
  await using ground = await startGround();
  const names = ["$(touch${IFS}p)", "`touch`", "CON", "nul.txt", "a;b&c", "x'\"y", "%2e%2e", "é"];
  // 240 bytes, as far as one file name of the disk goes.
  names.push("x".repeat(240));
  for (const branch of names) {
    const made = await create(ground, { branch });
    assert.equal(made.branch, branch);
    assert.match(made.worktreeId, /^wt-[a-z0-9-]+-[0-9a-f]{8}$/);
    assert.equal(await Deno.realPath(made.path), `${ground.workspaces}/${made.worktreeId}`);
    await ground.run("remove_worktree", { worktreeId: made.worktreeId, deleteBranch: true });
    assert.equal(ground.snapshot(made.worktreeId).branchDeleted, true);
  }
  await assert.rejects(Deno.lstat(`${ground.objects}/p`), Deno.errors.NotFound);
});

Deno.test("a branch that differs from another in case only is refused", async () => {
  await using ground = await startGround();
  await create(ground, { branch: "Topic" });
  const { code, message } = await ground.refused("create_worktree", { branch: "topic" });
  assert.equal(code, "refused");
  assert.match(message, /"Topic"/);
});

Deno.test("a hostile baseRef is refused or not found, and never an option of git", async () => {
  await using ground = await startGround();
  const bases: [string, string][] = [
    ["--help", "refused"],
    ["main^{/x}", "refused"],
    ["main\nHEAD", "refused"],
    ["HEAD", "refused"],
    ["refs/../x", "refused"],
    ["f".repeat(40), "not_found"],
    ["absent", "not_found"],
  ];
  for (const [baseRef, expected] of bases) {
    const { code } = await ground.refused("create_worktree", { branch: "new", baseRef });
    assert.equal(code, expected, JSON.stringify(baseRef));
  }
});

Deno.test("without the repository's document a base has to be given", async () => {
  await using ground = await startGround();
  ground.data.delete("reposnapshot.octocat~hello");
  assert.equal((await ground.refused("create_worktree", { branch: "x" })).code, "not_found");
  await create(ground, { branch: "x", baseRef: "main" });
});
