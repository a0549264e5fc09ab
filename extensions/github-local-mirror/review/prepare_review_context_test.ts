import assert from "node:assert/strict";
import { instanceName } from "../../platform/names.ts";
import { newIssue } from "../testing/stored.ts";
import { type Ground, startGround } from "../worktrees/testing/ground.ts";

const NAME = { owner: "octocat", repo: "hello" };

function selectionOf(written: Awaited<ReturnType<Ground["run"]>>) {
  const found = written.find(({ spec }) => spec === "reviewSelection");
  assert.equal(found?.name, "reviewselection.octocat~hello");
  return found.data;
}

Deno.test("a pull request is chosen with its current head and its worktrees, which are looked at", async () => {
  await using ground = await startGround();
  const head = await ground.pull(1);
  await ground.pull(2);
  const own = await ground.prepare(1);
  const other = await ground.prepare(1, { identity: "ann" });
  await ground.prepare(2);
  await Deno.writeTextFile(`${own.path}/new.txt`, "not known to git");
  const written = await ground.run("prepare_review_context", { subjectType: "pr", number: 1 });
  const selection = selectionOf(written);
  assert.deepEqual([selection.subjectType, selection.number], ["pr", 1]);
  assert.equal(selection.headSha, head);
  assert.deepEqual(selection.worktreeIds, [own.worktreeId, other.worktreeId].sort());
  const analyses = written.filter(({ spec }) => spec === "worktreeAnalysis").map(({ data }) =>
    data
  );
  assert.deepEqual(analyses.map(({ worktreeId }) => worktreeId).sort(), selection.worktreeIds);
  const changed = analyses.find(({ worktreeId }) => worktreeId === own.worktreeId);
  assert.equal(changed!.untracked, 1);
});

Deno.test("a worktree whose folder was deleted is told as missing", async () => {
  await using ground = await startGround();
  await ground.pull(1);
  const { path, worktreeId } = await ground.prepare(1);
  await Deno.remove(path, { recursive: true });
  const written = await ground.run("prepare_review_context", { subjectType: "pr", number: 1 });
  assert.deepEqual(selectionOf(written).worktreeIds, [worktreeId]);
  assert.equal(ground.snapshot(worktreeId).state, "missing");
});

Deno.test("an issue is chosen without looking at git", async () => {
  await using ground = await startGround();
  ground.data.set(instanceName("issuesnapshot", NAME, "3"), { ...newIssue(3) });
  await Deno.remove(ground.objects, { recursive: true });
  const written = await ground.run("prepare_review_context", { subjectType: "issue", number: 3 });
  const { headSha, worktreeIds } = selectionOf(written);
  assert.deepEqual([headSha, worktreeIds, written.length], [null, [], 1]);
});

Deno.test("what the mirror does not have is refused, and the other kind is named", async () => {
  await using ground = await startGround();
  await ground.pull(1);
  const refused = (subjectType: string, number: number) =>
    ground.refused("prepare_review_context", { subjectType, number });
  const absent = await refused("pr", 2);
  assert.equal(absent.code, "not_found");
  assert.match(
    absent.message,
    /octocat\/hello#2: the mirror does not have a pull request with this number\. Check the number/,
  );
  assert.match((await refused("issue", 1)).message, /not an issue but a pull request/);
});
