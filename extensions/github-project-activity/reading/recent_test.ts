import assert from "node:assert/strict";
import { ledgerOf, startScene } from "../testing/scene.ts";

Deno.test("what changed within the minutes is read, the newest change first, merges as well", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  const minutesAgo = (minutes: number) =>
    host.clock.set(new Date(Date.now() - minutes * 60_000).toISOString());
  minutesAgo(600);
  const [old, merged] = [await scene.issue("old"), await scene.open("topic")];
  minutesAgo(100);
  const issue = await scene.issue("new");
  minutesAgo(50);
  await scene.on("PUT", `/pulls/${merged}/merge`, {});
  const ledger = ledgerOf();
  const { error, written } = await scene.run(ledger, "sync_github_recent_activity");
  assert.equal(error, undefined);
  const snapshots = written.filter(({ spec }) => /^(?:pr|issue)Snapshot$/.test(spec));
  assert.deepEqual(snapshots.map(({ data }) => [data.number, data.state]), [
    [merged, "merged"],
    [issue, "open"],
  ]);
  assert.ok(!ledger.data.has(`issuesnapshot.octocat~hello~${old}`));
  for (
    const [args, names] of [
      [{ includeOpenPrs: false }, [issue]],
      [{ includeRecentlyUpdatedIssues: false }, [merged]],
      [{ lookbackMinutes: 70 }, [merged]],
      [{ lookbackMinutes: 1 }, []],
    ] as const
  ) {
    const some = await scene.run(ledgerOf(), "sync_github_recent_activity", args);
    assert.deepEqual(
      some.written.filter(({ spec }) => /^(?:pr|issue)Snapshot$/.test(spec))
        .map(({ data }) => data.number),
      names,
    );
  }
});

Deno.test("pull requests are read where issues are switched off", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  await scene.on("PATCH", "", { has_issues: false });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_recent_activity");
  assert.equal(error, undefined);
  assert.ok(ledger.data.has(`prsnapshot.octocat~hello~${number}`));
});
