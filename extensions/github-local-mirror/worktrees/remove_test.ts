import assert from "node:assert/strict";
import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import { type Ground, startGround } from "./testing/ground.ts";

/** Something of a person in a worktree, and how it is told. */
interface Case {
  what: string;
  reason: RegExp;
  happens(ground: Ground, worktree: WorktreeSnapshot): Promise<unknown>;
  /** False where it is not a loss. */
  forced?: boolean;
}

const write = (path: string, text = "mine\n") => Deno.writeTextFile(path, text);

/** A commit in the worktree that no other ref has. */
async function commitIn(ground: Ground, { path }: WorktreeSnapshot, file = "own.txt") {
  await write(`${path}/${file}`);
  await ground.git(["add", "-f", file], { cwd: path });
  await ground.git(["commit", "--quiet", "-m", "mine"], { cwd: path });
  return (await ground.git(["rev-parse", "HEAD"], { cwd: path })).trim();
}

/** The folder in which git keeps a worktree. */
const adminOf = (ground: Ground, { worktreeId }: WorktreeSnapshot) =>
  `${ground.objects}/worktrees/${worktreeId}`;

/** A commit beside the worktree's that changes the same file. */
async function conflicting(ground: Ground, { path }: WorktreeSnapshot): Promise<string> {
  await ground.git(["switch", "--quiet", "--detach", "HEAD"], { cwd: path });
  await write(`${path}/README.md`, "theirs\n");
  await ground.git(["commit", "--quiet", "-am", "theirs"], { cwd: path });
  const theirs = (await ground.git(["rev-parse", "HEAD"], { cwd: path })).trim();
  await ground.git(["update-ref", "refs/heads/theirs", theirs]);
  await ground.git(["switch", "--quiet", "-"], { cwd: path });
  await write(`${path}/README.md`, "ours\n");
  await ground.git(["commit", "--quiet", "-am", "ours"], { cwd: path });
  return theirs;
}

/** Runs a command of git that stops at a conflict. */
const stopping = (ground: Ground, cwd: string, ...args: string[]) =>
  ground.git(args, { cwd }).then(
    () => assert.fail(`git ${args[0]} should stop`),
    () => {},
  );

const CASES: Case[] = [
  {
    what: "a modified file",
    reason: /1 modified file/,
    happens: (_, { path }) => write(`${path}/README.md`),
  },
  {
    what: "a staged file",
    reason: /1 modified file/,
    async happens(ground, { path }) {
      await write(`${path}/new.txt`);
      await ground.git(["add", "new.txt"], { cwd: path });
    },
  },
  {
    what: "a deleted file",
    reason: /1 modified file/,
    happens: (_, { path }) => Deno.remove(`${path}/README.md`),
  },
  {
    what: "a file whose mode alone changed",
    reason: /1 modified file/,
    happens: (_, { path }) => Deno.chmod(`${path}/README.md`, 0o755),
  },
  {
    what: "an untracked file",
    reason: /1 untracked file/,
    happens: (_, { path }) => write(`${path}/notes.txt`),
  },
  {
    what: "an untracked file although the repository says to hide them",
    reason: /1 untracked file/,
    async happens(ground, { path }) {
      await ground.git(["config", "status.showUntrackedFiles", "no"], { cwd: path });
      await write(`${path}/notes.txt`);
    },
  },
  {
    what: "a repository inside",
    reason: /1 untracked file/,
    happens: (ground, { path }) => ground.git(["init", "--quiet", "nested"], { cwd: path }),
  },
  {
    what: "an ignored file",
    reason: /1 ignored file/,
    async happens(ground, { path, worktreeId }) {
      await Deno.mkdir(`${ground.objects}/info`, { recursive: true });
      await write(`${ground.objects}/info/exclude`, "*.local\n");
      await write(`${path}/${worktreeId}.local`);
    },
  },
  {
    what: "a change in a file that git was told to assume unchanged",
    reason: /1 file that git was told not to compare/,
    async happens(ground, { path }) {
      await ground.git(["update-index", "--assume-unchanged", "README.md"], { cwd: path });
      await write(`${path}/README.md`);
    },
  },
  {
    what: "a change in a file that git was told to skip",
    reason: /1 file that git was told not to compare/,
    async happens(ground, { path }) {
      await ground.git(["update-index", "--skip-worktree", "README.md"], { cwd: path });
      await write(`${path}/README.md`);
    },
  },
  {
    what: "a commit on its own branch alone",
    reason: /1 commit on no other branch/,
    happens: (ground, worktree) => commitIn(ground, worktree),
  },
  {
    what: "a commit that only a stash leads to as well",
    reason: /1 commit on no other branch/,
    async happens(ground, worktree) {
      await commitIn(ground, worktree);
      await write(`${worktree.path}/README.md`);
      await ground.git(["stash", "--quiet"], { cwd: worktree.path });
    },
  },
  {
    what: "a commit without a branch",
    reason: /1 commit on no other branch/,
    async happens(ground, worktree) {
      await ground.git(["switch", "--quiet", "--detach"], { cwd: worktree.path });
      await commitIn(ground, worktree);
    },
  },
  {
    what: "a commit that only a ref of the worktree has",
    reason: /1 commit on no other branch/,
    async happens(ground, worktree) {
      await ground.git(["switch", "--quiet", "--detach"], { cwd: worktree.path });
      const commit = await commitIn(ground, worktree);
      await ground.git(["update-ref", "refs/worktree/kept", commit], { cwd: worktree.path });
      await ground.git(["checkout", "--quiet", worktree.branch!], { cwd: worktree.path });
    },
  },
  {
    what: "a merge that stopped",
    reason: /operation in progress: merge/,
    async happens(ground, worktree) {
      const theirs = await conflicting(ground, worktree);
      await stopping(ground, worktree.path, "merge", theirs);
    },
  },
  {
    what: "a rebase that stopped",
    reason: /operation in progress: rebase/,
    async happens(ground, worktree) {
      const theirs = await conflicting(ground, worktree);
      await stopping(ground, worktree.path, "rebase", theirs);
    },
  },
  {
    what: "a rebase by patches that stopped",
    reason: /operation in progress: rebase or am/,
    async happens(ground, worktree) {
      const theirs = await conflicting(ground, worktree);
      await stopping(ground, worktree.path, "rebase", "--apply", theirs);
    },
  },
  {
    what: "a cherry-pick that stopped",
    reason: /operation in progress: cherry-pick/,
    async happens(ground, worktree) {
      const theirs = await conflicting(ground, worktree);
      await stopping(ground, worktree.path, "cherry-pick", theirs);
    },
  },
  {
    what: "a revert that stopped",
    reason: /operation in progress: revert/,
    async happens(ground, worktree) {
      const theirs = await conflicting(ground, worktree);
      await stopping(ground, worktree.path, "revert", "--no-edit", theirs);
    },
  },
  {
    what: "a bisect that was begun",
    reason: /operation in progress: bisect/,
    happens: (ground, { path }) => ground.git(["bisect", "start"], { cwd: path }),
  },
  {
    what: "a patch that was being applied",
    reason: /operation in progress: rebase or am/,
    async happens(ground, worktree) {
      const theirs = await conflicting(ground, worktree);
      const patch = await ground.git(["format-patch", "--stdout", "-1", theirs]);
      await write(`${ground.root}/patch`, patch);
      await stopping(ground, worktree.path, "am", `${ground.root}/patch`);
    },
  },
  {
    what: "a lock that git left",
    reason: /git lock: index\.lock/,
    happens: (ground, worktree) => write(`${adminOf(ground, worktree)}/index.lock`, ""),
  },
  {
    what: "a lock with a reason that would act on a terminal",
    reason: /locked: on a stick/,
    happens: (ground, { path }) =>
      ground.git(["worktree", "lock", "--reason", "\x1b[2Jon a \x1b]0;x\x07stick", path]),
  },
  {
    what: "a lock without a reason",
    reason: /: locked\./,
    happens: (ground, { path }) => ground.git(["worktree", "lock", path]),
  },
  {
    what: "an index that cannot be read",
    reason: /could not be checked/,
    happens: (ground, worktree) => write(`${adminOf(ground, worktree)}/index`, "no index"),
  },
  {
    what: "a configuration of its own that would run something",
    reason: /could not be checked.*core\.fsmonitor/,
    happens: (ground, worktree) =>
      write(`${adminOf(ground, worktree)}/config.worktree`, "[core]\nfsmonitor = touch p\n"),
  },
];

for (const { what, reason, happens } of CASES) {
  Deno.test(`a worktree with ${what} is removed by force only, and the reason is kept`, async () => {
    await using ground = await startGround();
    await ground.pull(12);
    const worktree = await ground.prepare(12);
    const { worktreeId, path } = worktree;
    await happens(ground, worktree);

    const refused = await ground.refused("remove_worktree", { worktreeId });
    assert.equal(refused.code, "refused");
    assert.match(refused.message, reason);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(refused.message, /[\x00-\x1f]/);
    assert.ok((await Deno.lstat(path)).isDirectory);

    await ground.run("remove_worktree", { worktreeId, force: true });
    const { state, outcome, reasons } = ground.snapshot(worktreeId);
    assert.deepEqual([state, outcome], ["removed", "removed"]);
    assert.match(`x: ${reasons.join("; ")}.`, reason);
    await assert.rejects(Deno.lstat(path), Deno.errors.NotFound);
    assert.deepEqual(await namesIn(ground.workspaces), []);
    assert.ok(!(await ground.git(["worktree", "list"])).includes(worktreeId));
  });
}

Deno.test("a worktree without anything of its own is removed, its branch stays", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, branch } = await ground.prepare(12);
  await ground.run("remove_worktree", { worktreeId });
  const { state, reasons, branchDeleted } = ground.snapshot(worktreeId);
  assert.deepEqual([state, reasons, branchDeleted], ["removed", [], false]);
  assert.notEqual(await ground.git(["for-each-ref", `refs/heads/${branch}`]), "");
});

Deno.test("a commit without a branch is kept by a ref before its worktree goes", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const worktree = await ground.prepare(12);
  await ground.git(["switch", "--quiet", "--detach"], { cwd: worktree.path });
  const commit = await commitIn(ground, worktree);
  await ground.run("remove_worktree", { worktreeId: worktree.worktreeId, force: true });
  const { keptRefs } = ground.snapshot(worktree.worktreeId);
  assert.deepEqual(keptRefs, [`refs/svc/worktrees/${worktree.worktreeId}/${commit}`]);
  assert.equal((await ground.git(["rev-parse", keptRefs[0]!])).trim(), commit);
  await ground.git(["gc", "--quiet", "--prune=now"]);
  assert.equal(await ground.git(["show", `${commit}:own.txt`]), "mine\n");
});

Deno.test("a branch is deleted when all its commits are elsewhere", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, branch } = await ground.prepare(12);
  await ground.git(["config", `branch.${branch}.description`, "look at it"]);
  await ground.run("remove_worktree", { worktreeId, deleteBranch: true });
  assert.equal(ground.snapshot(worktreeId).branchDeleted, true);
  assert.equal(await ground.git(["for-each-ref", `refs/heads/${branch}`]), "");
  assert.doesNotMatch(await Deno.readTextFile(`${ground.objects}/config`), /look at it/);
});

Deno.test("a branch with commits of its own stays, also by force, and it is said why", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const worktree = await ground.prepare(12);
  const commit = await commitIn(ground, worktree);
  const { worktreeId } = worktree;
  await ground.run("remove_worktree", { worktreeId, force: true, deleteBranch: true });
  const { branchDeleted, reasons } = ground.snapshot(worktreeId);
  assert.equal(branchDeleted, false);
  assert.match(reasons.join(), /branch review\/pr-12-\w+ was kept: 1 commit on no other branch/);
  assert.equal((await ground.git(["rev-parse", `refs/heads/${worktree.branch}`])).trim(), commit);
});

Deno.test("a branch that another worktree has checked out stays", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, branch } = await ground.prepare(12);
  await ground.git(["worktree", "add", "--quiet", "--force", `${ground.root}/mine`, branch!]);
  await ground.run("remove_worktree", { worktreeId, deleteBranch: true });
  assert.match(ground.snapshot(worktreeId).reasons.join(), /checked out in another worktree/);
});

Deno.test("a removed worktree is removed again without harm, and its branch can still be deleted", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId } = await ground.prepare(12);
  await ground.run("remove_worktree", { worktreeId });
  await ground.run("remove_worktree", { worktreeId, deleteBranch: true });
  assert.equal(ground.snapshot(worktreeId).branchDeleted, true);
});

Deno.test("only what has the id of a worktree is looked for", async () => {
  await using ground = await startGround();
  await Deno.mkdir(`${ground.root}/precious`);
  for (const worktreeId of ["../precious", ".", "pr-12-0123456789ab", "pr-12-0123456789ab/.."]) {
    const { code } = await ground.refused("remove_worktree", { worktreeId, force: true });
    assert.equal(code, "not_found", worktreeId);
  }
  assert.ok((await Deno.lstat(`${ground.root}/precious`)).isDirectory);
});

Deno.test("a folder that was replaced by a link is never removed, nor what it leads to", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await Deno.rename(path, `${ground.root}/moved`);
  await Deno.symlink(`${ground.root}/moved`, path);
  for (const force of [false, true]) {
    const { message } = await ground.refused("remove_worktree", { worktreeId, force });
    assert.match(message, /symbolic link/);
  }
  assert.equal(await Deno.readTextFile(`${ground.root}/moved/README.md`), "hello\n");
  assert.equal((await ground.analysis(worktreeId)).recommendedAction, "inspect");
  assert.match((await ground.refused("prepare_worktree", { prNumber: 12 })).message, /link/);
});

Deno.test("a folder whose .git leads elsewhere is never removed, and git is not called in it", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await ground.git(["init", "--quiet", `${ground.root}/other`]);
  await ground.git(["config", "core.fsmonitor", `touch ${ground.root}/ran`], {
    cwd: `${ground.root}/other`,
  });
  await write(`${path}/.git`, `gitdir: ${ground.root}/other/.git\n`);
  const { message } = await ground.refused("remove_worktree", { worktreeId, force: true });
  assert.match(message, /no longer belongs to this mirror/);
  assert.equal((await ground.analysis(worktreeId)).recommendedAction, "inspect");
  await assert.rejects(Deno.lstat(`${ground.root}/ran`), Deno.errors.NotFound);
});

Deno.test("git's own notes on a worktree that lead elsewhere are not followed", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const worktree = await ground.prepare(12);
  const { worktreeId, path } = worktree;
  const other = `${ground.root}/other.git`;
  await ground.git(["init", "--quiet", "--bare", other]);
  await ground.git(["config", "core.fsmonitor", `touch ${ground.root}/ran`], { cwd: other });
  await write(`${adminOf(ground, worktree)}/commondir`, `${other}\n`);
  const { message } = await ground.refused("remove_worktree", { worktreeId, force: true });
  assert.match(message, /no longer belongs to this mirror|there is no worktree/);
  await ground.attempt("analyze_worktrees");
  assert.equal(await Deno.readTextFile(`${path}/README.md`), "hello\n");
  await assert.rejects(Deno.lstat(`${ground.root}/ran`), Deno.errors.NotFound);
});

Deno.test("a submodule with files in it keeps a worktree; an empty one does not", async () => {
  await using ground = await startGround();
  const library = await ground.commit("refs/heads/library", { "a.txt": "a" });
  await ground.commit("refs/remotes/pull/12/head", {
    ".gitmodules": '[submodule "library"]\n\tpath = library\n\turl = ./library\n',
    library: { mode: "160000", content: library },
  });
  const sha = (await ground.git(["rev-parse", "refs/remotes/pull/12/head"])).trim();
  await ground.pull(12, { sha });
  const { worktreeId, path } = await ground.prepare(12);
  assert.ok((await Deno.lstat(`${path}/library`)).isDirectory);
  await write(`${path}/library/work.txt`);
  const { message } = await ground.refused("remove_worktree", { worktreeId });
  assert.match(message, /1 submodule with files/);
  await Deno.remove(`${path}/library/work.txt`);
  await ground.run("remove_worktree", { worktreeId });
});

Deno.test("files that a sparse checkout leaves out are no reason to keep a worktree", async () => {
  await using ground = await startGround();
  await ground.commit("refs/remotes/origin/main", { "a/1": "1", "b/2": "2" });
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await ground.git(["sparse-checkout", "set", "a"], { cwd: path });
  await assert.rejects(Deno.lstat(`${path}/b/2`), Deno.errors.NotFound);
  await ground.run("remove_worktree", { worktreeId });
});

async function namesIn(folder: string): Promise<string[]> {
  return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
}
