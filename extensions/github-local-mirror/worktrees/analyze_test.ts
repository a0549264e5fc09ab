import assert from "node:assert/strict";
import { startGround } from "./testing/ground.ts";

Deno.test("an analysis tells how far a worktree is from the head of its pull request", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  const level = await ground.analysis(worktreeId);
  assert.deepEqual([level.ahead, level.behind, level.staleHead, level.recommendedAction], [
    0,
    0,
    false,
    "none",
  ]);
  await ground.pull(12);
  const behind = await ground.analysis(worktreeId);
  assert.deepEqual([behind.ahead, behind.behind, behind.staleHead, behind.recommendedAction], [
    0,
    1,
    true,
    "update",
  ]);
  await ground.git(["commit", "-q", "--allow-empty", "-m", "mine"], { cwd: path });
  const apart = await ground.analysis(worktreeId);
  assert.deepEqual([apart.ahead, apart.behind, apart.recommendedAction], [1, 1, "inspect"]);
});

Deno.test("an analysis counts changes and tells of operations and locks", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await Deno.writeTextFile(`${path}/README.md`, "mine");
  await Deno.mkdir(`${path}/notes`);
  for (const name of ["a", "b"]) await Deno.writeTextFile(`${path}/notes/${name}`, "");
  await ground.git(["worktree", "lock", path]);
  await ground.git(["bisect", "start"], { cwd: path });
  const { modified, untracked, ignored, locked, inProgress, recommendedAction } = await ground
    .analysis(worktreeId);
  assert.deepEqual({ modified, untracked, ignored }, { modified: 1, untracked: 1, ignored: 0 });
  assert.deepEqual([locked, inProgress, recommendedAction], [true, "bisect", "inspect"]);
});

Deno.test("a commit or another branch in a worktree shows in its document", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await ground.git(["switch", "-q", "-c", "mine"], { cwd: path });
  await ground.git(["commit", "-q", "--allow-empty", "-m", "mine"], { cwd: path });
  const written = await ground.run("analyze_worktrees");
  assert.deepEqual(written.map(({ spec }) => spec), ["worktreeSnapshot", "worktreeAnalysis"]);
  assert.equal(ground.snapshot(worktreeId).branch, "mine");
  assert.equal((await ground.run("analyze_worktrees")).length, 1);
});

Deno.test("a document that is damaged keeps nobody from looking at the others", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  await ground.pull(13);
  const first = await ground.prepare(12);
  const second = await ground.prepare(13);
  ground.data.set(`worktreesnapshot.octocat~hello~${first.worktreeId}`, { repo: 5 });
  const log: string[] = [];
  await ground.run("analyze_worktrees", {}, { log: (line) => log.push(line) });
  assert.match(log.join("\n"), /is damaged/);
  assert.equal(ground.snapshot(first.worktreeId).state, "present");
  assert.equal(ground.snapshot(second.worktreeId).state, "present");
});

Deno.test("worktrees that people made elsewhere or under other names are none of the mirror's", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  for (const path of [`${ground.root}/mine`, `${ground.workspaces}/mine`]) {
    await ground.git(["worktree", "add", "--quiet", "--detach", path, head]);
  }
  assert.deepEqual(await ground.run("analyze_worktrees"), []);
  await ground.run("close_merged_worktrees");
  assert.ok((await Deno.lstat(`${ground.workspaces}/mine`)).isDirectory);
});
