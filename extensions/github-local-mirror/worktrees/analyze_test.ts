import assert from "node:assert/strict";
import { startGround } from "./testing/ground.ts";
import { type Facts, UNTOUCHED } from "./reasons.ts";
import { type PullRequestStatus, recommend } from "./analyze.ts";

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

const LEVEL: PullRequestStatus = { prState: "open", ahead: 0, behind: 0 };

const TABLE: readonly (readonly [string, Partial<Facts>, Partial<PullRequestStatus>, string])[] = [
  ["at the head of an open pull request", {}, {}, "none"],
  ["behind it", {}, { behind: 1 }, "update"],
  ["ahead of it", { ownCommits: 1 }, { ahead: 1 }, "push"],
  ["apart from it", { ownCommits: 1 }, { ahead: 1, behind: 1 }, "inspect"],
  ["with changes", { modified: 1 }, { behind: 1 }, "commit"],
  ["with untracked files", { untracked: 1 }, {}, "commit"],
  ["with ignored files only", { ignored: 9 }, {}, "none"],
  ["with changes nobody sees", { unseen: 1 }, {}, "commit"],
  ["locked on purpose", { lockReason: "kept" }, { behind: 1 }, "update"],
  ["in a rebase", { inProgress: "rebase", modified: 1 }, {}, "inspect"],
  ["with a left lock", { locks: ["index.lock"] }, {}, "inspect"],
  ["half made", { unfinished: true }, {}, "inspect"],
  ["that could not be checked", { unchecked: "x" }, { prState: "merged" }, "inspect"],
  ["whose folder is gone", { folder: "missing" }, { behind: 1 }, "remove"],
  ["whose folder is a link", { folder: "link" }, { prState: "merged" }, "inspect"],
  ["whose folder leads elsewhere", { folder: "foreign" }, {}, "inspect"],
  ["of a merged pull request", {}, { prState: "merged", behind: 3 }, "remove"],
  ["of a merged one, locked", { lockReason: "" }, { prState: "merged" }, "inspect"],
  ["of a merged one, with ignored files", { ignored: 1 }, { prState: "merged" }, "inspect"],
  ["of a merged one, with commits", { ownCommits: 1 }, { prState: "merged", ahead: 1 }, "inspect"],
  ["of a merged one, with changes", { modified: 1 }, { prState: "merged" }, "commit"],
  ["of a closed one", {}, { prState: "closed", behind: 2 }, "none"],
  ["of a deleted one", {}, { prState: "deleted", ahead: null, behind: null }, "none"],
  ["without a pull request", {}, { prState: null, ahead: null, behind: null }, "none"],
  ["without one, with commits", { ownCommits: 2 }, {
    prState: null,
    ahead: null,
    behind: null,
  }, "push"],
];

for (const [what, facts, standing, action] of TABLE) {
  Deno.test(`a worktree ${what}: ${action}`, () => {
    const found = recommend({ ...UNTOUCHED, ...facts }, { ...LEVEL, ...standing });
    assert.equal(found.action, action);
    if (action !== "none") assert.ok(found.reasons.length > 0);
  });
}
