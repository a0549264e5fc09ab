import assert from "node:assert/strict";
import { instanceName } from "../../platform/names.ts";
import { newState } from "../testing/stored.ts";
import { startGround } from "../worktrees/testing/ground.ts";

const NAME = { owner: "octocat", repo: "hello" };

Deno.test("before the first sync it says so, and counts what is on the disk", async () => {
  await using ground = await startGround();
  const lines: string[] = [];
  const [written] = await ground.run("status", {}, { log: (line) => lines.push(line) });
  assert.equal(written!.name, "mirrorstatus.octocat~hello");
  const { data } = written!;
  assert.deepEqual([data.lastSyncAt, data.complete], [null, false]);
  assert.ok((data.disk as { objects: number }).objects > 0);
  assert.match(lines.join(), /Nothing was synced yet: run 'sync'/);
});

Deno.test("it tells what the last sync left, and the worktrees by what is there", async () => {
  await using ground = await startGround();
  const state = newState({
    complete: false,
    queueLength: 4,
    counts: { openPrs: 3, prs: 5, openIssues: 1, issues: 2 },
  });
  ground.data.set(instanceName("mirrorstate", NAME), { ...state.data });
  for (const number of [1, 2, 3]) {
    await ground.pull(number);
    await ground.prepare(number);
  }
  // The first is removed by hand, the second has moved on, the third is merged.
  const [first] = [...ground.data].filter(([name]) => name.startsWith("worktreesnapshot."));
  await Deno.remove(String(first![1].path), { recursive: true });
  await ground.pull(2);
  const merged = ground.data.get(instanceName("prsnapshot", NAME, "3"))!;
  ground.data.set(instanceName("prsnapshot", NAME, "3"), { ...merged, state: "merged" });
  const [written] = await ground.run("status");
  const { counts, worktrees, queueLength } = written!.data;
  assert.deepEqual(counts, { openPrs: 3, prs: 5, openIssues: 1, issues: 2 });
  assert.equal(queueLength, 4);
  assert.deepEqual(worktrees, { present: 2, missing: 1, stale: 1, merged: 1 });
});

Deno.test("a damaged document is named and left out", async () => {
  await using ground = await startGround();
  ground.data.set(instanceName("mirrorstate", NAME), { nonsense: true });
  const lines: string[] = [];
  await ground.run("status", {}, { log: (line) => lines.push(line) });
  assert.match(lines.join(), /Skipped mirrorstate\.octocat~hello, which is damaged/);
});
