import assert from "node:assert/strict";
import { isKept, ownWorktreeId, readRegistered } from "./worktrees.ts";

/** A repository that keeps the worktree `w`, and the folder of it, as git would have made them. */
async function kept() {
  const root = await Deno.realPath(await Deno.makeTempDir());
  const [repository, folder] = [`${root}/r.git`, `${root}/w`];
  await Deno.mkdir(`${repository}/worktrees/w`, { recursive: true });
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${repository}/worktrees/w/commondir`, "../..\n");
  await Deno.writeTextFile(`${folder}/.git`, `gitdir: ${repository}/worktrees/w\n`);
  return {
    root,
    repository,
    folder,
    id: () => ownWorktreeId(repository, folder),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

Deno.test("a worktree whose .git leads to the repository is one of its own", async () => {
  await using place = await kept();
  assert.equal(await place.id(), "w");
});

Deno.test("one whose .git is gone, a folder, a link or leads elsewhere is not", async () => {
  await using place = await kept();
  const git = `${place.folder}/.git`;
  const contents = [
    `gitdir: ${place.root}/other.git/worktrees/w\n`,
    `gitdir: ${place.repository}/worktrees/..\n`,
    `gitdir: ${place.repository}/worktrees/absent\n`,
    `gitdir: ${place.repository}/worktrees/w\ngitdir: /x\n`,
    `gitdir: ${place.repository}/worktrees/w/../w\n`,
    "",
  ];
  for (const content of contents) {
    await Deno.writeTextFile(git, content);
    assert.equal(await place.id(), undefined, JSON.stringify(content));
  }
  await Deno.rename(git, `${place.root}/git`);
  assert.equal(await place.id(), undefined);
  await Deno.writeTextFile(`${place.root}/git`, `gitdir: ${place.repository}/worktrees/w\n`);
  await Deno.symlink(`${place.root}/git`, git);
  assert.equal(await place.id(), undefined);
  await Deno.remove(git);
  await Deno.mkdir(git);
  assert.equal(await place.id(), undefined);
});

Deno.test("the repository's notes have to lead back to it", async () => {
  await using place = await kept();
  const { repository } = place;
  assert.ok(await isKept(repository, "w"));
  for (const id of [".", "..", "absent"]) assert.ok(!await isKept(repository, id), id);
  await Deno.writeTextFile(`${repository}/worktrees/w/commondir`, "/other.git\n");
  assert.ok(!await isKept(repository, "w"));
  assert.equal(await place.id(), undefined);
  await Deno.rename(`${repository}/worktrees`, `${place.root}/away`);
  await Deno.symlink(`${place.root}/away`, `${repository}/worktrees`);
  assert.ok(!await isKept(repository, "w"));
});

const A = "a".repeat(40);

Deno.test("every worktree is read with its path, commit, branch and lock", () => {
  const output = [
    "worktree /o.git\0bare\0",
    `worktree /w/one\0HEAD ${A}\0branch refs/heads/review/x\0`,
    `worktree /w/two\0HEAD ${A}\0detached\0locked\0`,
    `worktree /w/three\0HEAD ${A}\0detached\0locked on a disk\nthat is away\0prunable gone\0`,
    `worktree /w/new\0HEAD ${"0".repeat(40)}\0branch refs/heads/new\0`,
    "",
  ].join("\0");
  assert.deepEqual(readRegistered(output), [
    { path: "/w/one", head: A, branch: "refs/heads/review/x", lock: null },
    { path: "/w/two", head: A, branch: null, lock: "" },
    { path: "/w/three", head: A, branch: null, lock: "on a disk\nthat is away" },
    { path: "/w/new", head: null, branch: "refs/heads/new", lock: null },
  ]);
});

Deno.test("a path or a reason that looks like another line changes nothing", () => {
  const output = `worktree /w/bare\nHEAD x\0HEAD ${A}\0detached\0locked branch refs/heads/y\0\0`;
  assert.deepEqual(readRegistered(output), [
    { path: "/w/bare\nHEAD x", head: A, branch: null, lock: "branch refs/heads/y" },
  ]);
});

Deno.test("no worktree is an empty list", () => {
  assert.deepEqual(readRegistered(""), []);
  assert.deepEqual(readRegistered("worktree /o.git\0bare\0\0"), []);
});
