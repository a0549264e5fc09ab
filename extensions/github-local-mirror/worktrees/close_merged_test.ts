import assert from "node:assert/strict";
import { type Ground, runIn, startGround } from "./testing/ground.ts";

const close = async (ground: Ground) => runIn(await ground.run("close_merged_worktrees"));

Deno.test("worktrees of merged pull requests go, their branches stay, all others are left", async () => {
  await using ground = await startGround();
  const heads = [];
  for (const number of [1, 2, 3]) {
    heads.push(await ground.pull(number));
    await ground.prepare(number);
  }
  const [created] = await ground.run("create_worktree", { branch: "own" });
  // A squash merge: the head is not an ancestor of anything.
  await ground.pull(1, { sha: heads[0]!, state: "merged" });
  await ground.pull(2, { sha: heads[1]!, state: "closed" });
  const { results, counts, complete } = await close(ground);
  assert.deepEqual([counts, complete], [{ removed: 1, kept: 1 }, true]);
  const [merged, closed] = results;
  assert.deepEqual([merged!.prNumber, merged!.before, merged!.after], [1, heads[0], null]);
  assert.match(closed!.reasons.join(), /closed, and was not merged/);
  assert.equal(ground.snapshot(merged!.worktreeId).state, "removed");
  assert.notEqual(await ground.git(["for-each-ref", "refs/heads/review/pr-1-*"]), "");
  const there = await Array.fromAsync(Deno.readDir(ground.workspaces), ({ name }) => name);
  assert.equal(there.length, 3);
  assert.ok(there.includes(String(created!.data.worktreeId)));
});

Deno.test("one that holds something of its own is blocked with the reasons, and the rest goes on", async () => {
  await using ground = await startGround();
  for (const number of [1, 2]) await ground.pull(number);
  const mine = await ground.prepare(1);
  await ground.prepare(2);
  await Deno.writeTextFile(`${mine.path}/notes.txt`, "mine");
  for (const number of [1, 2]) {
    const sha = (await ground.git(["rev-parse", `refs/remotes/pull/${number}/head`])).trim();
    await ground.pull(number, { sha, state: "merged" });
  }
  const { results, counts, complete } = await close(ground);
  assert.deepEqual([counts, complete], [{ blocked: 1, removed: 1 }, true]);
  assert.deepEqual(results[0]!.reasons, ["1 untracked file"]);
  assert.equal(await Deno.readTextFile(`${mine.path}/notes.txt`), "mine");
  await Deno.remove(`${mine.path}/notes.txt`);
  assert.deepEqual((await close(ground)).counts, { removed: 1 });
  assert.deepEqual((await close(ground)).counts, {});
});
