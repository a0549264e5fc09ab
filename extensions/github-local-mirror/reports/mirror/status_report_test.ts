import assert from "node:assert/strict";
import {
  newAnalysis,
  newPr,
  newRun,
  newState,
  newWorktree,
  prDocuments,
  REPO,
  reportContext,
  shaOf,
  type Stored,
  stored,
  SYNCED,
} from "../../testing/stored.ts";
import { report } from "../mirror_status.ts";

const make = (documents: readonly Stored[]) => report.execute(reportContext(documents));

Deno.test("without a sync it says to run one", async () => {
  assert.match((await make([])).markdown, /Nothing is stored yet\. Run `sync` first\./);
});

Deno.test("it tells how fresh the mirror is and what is left to read", async () => {
  const { json, markdown } = await make([
    newState({ complete: false, queueLength: 12, resumeAt: "2026-11-22T01:00:00Z" }),
  ]);
  assert.deepEqual([json.repo, json.state!.queueLength], [REPO, 12]);
  assert.match(markdown, /\| Read everything \| no, run `sync` again \|/);
  assert.match(markdown, /\| Pull requests whose details are to be read \| 12 \|/);
  assert.match(markdown, /\| The rate limit ends \| 2026-11-22T01:00:00Z \|/);
});

Deno.test("the last ten syncs are shown, newest first, with what failed", async () => {
  const times = Array.from({ length: 150 }, (_, n) => {
    return new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString();
  });
  const errors = [{ what: "checks of #3", code: "forbidden", message: "no permission" }];
  const runs = times.map((at, n) => newRun(at, n === 149 ? { complete: false, errors } : {}));
  const { json, markdown } = await make([newState(), ...runs]);
  assert.deepEqual(json.runs.map(({ startedAt }) => startedAt), times.slice(-10).reverse());
  assert.match(markdown, /### What failed/);
  assert.match(markdown, /checks of \\#\u200b3 \| forbidden \| no permission \|/);
});

Deno.test("lists that were not read to their end are named, those of subjects are not", async () => {
  const list = (subject: string, component: string, complete: boolean) =>
    stored("collectionStatus", [subject, component], {
      repo: REPO,
      subject,
      component,
      complete,
      itemCount: 5,
      error: null,
      at: SYNCED,
    });
  const { json } = await make([
    newState(),
    list("repository", "index", true),
    list("repository", "issueComments", false),
    list("pr-1", "reviews", false),
  ]);
  assert.deepEqual(json.incomplete.map(({ component }) => component), ["issueComments"]);
});

Deno.test("worktrees: missing, stale, changed, ahead and merged ones are told apart", async () => {
  const at = (number: number) => ({ prNumber: number, prHeadSha: shaOf(number) });
  const { json, markdown } = await make([
    newState(),
    ...prDocuments(newPr(1)),
    ...prDocuments(newPr(2), { headSha: shaOf(22) }),
    ...prDocuments(newPr(3, { state: "merged" })),
    newWorktree("pr-1", at(1)),
    newAnalysis("pr-1", { modified: 2, untracked: 1, ahead: 1, recommendedAction: "commit" }),
    newWorktree("pr-2", at(2)),
    newWorktree("pr-3", at(3)),
    newWorktree("pr-9", at(9)),
    newWorktree("wt-gone", { state: "missing" }),
    newWorktree("wt-old", { state: "removed" }),
  ]);
  const lines = json.worktrees.map(({ worktreeId, stale, missing, merged }) => [
    worktreeId,
    stale,
    missing,
    merged,
  ]);
  assert.deepEqual(lines, [
    ["pr-1", false, false, false],
    ["pr-2", true, false, false],
    ["pr-3", false, false, true],
    ["pr-9", null, false, false],
    ["wt-gone", false, true, false],
  ]);
  assert.deepEqual(json.mergedCandidates, ["pr-3"]);
  assert.match(markdown, /\| `pr-1` \| .* 2 changed, 1 untracked \| 1 \| 0 \| commit \|/);
  assert.match(markdown, /\| `pr-2` \| .* stale \| {2}\| {2}\| run analyze\\_worktrees \|/);
});

Deno.test("a broken document is listed, and the rest is shown", async () => {
  const { json, markdown } = await make([
    stored("mirrorState", [], { lastSyncAt: 3 }),
    newWorktree("pr-1"),
    stored("syncRunSummary", ["x"], {}),
  ]);
  assert.equal(json.broken.length, 2);
  assert.equal(json.worktrees.length, 1);
  assert.match(markdown, /## Not readable/);
});

Deno.test("disk use is what status counted last, not known where it could not", async () => {
  const { markdown } = await make([
    newState(),
    stored("mirrorStatus", [], {
      repo: REPO,
      lastSyncAt: SYNCED,
      lastCompleteAt: null,
      complete: true,
      queueLength: 0,
      resumeAt: null,
      counts: { openPrs: 0, prs: 0, openIssues: 0, issues: 0 },
      disk: { objects: 12_345_678, worktrees: null, artifacts: 0 },
      worktrees: { present: 0, missing: 0, stale: 0, merged: 0 },
      at: SYNCED,
    }),
  ]);
  assert.match(markdown, /12\.3 MB of objects, not known of worktrees, 0\.0 MB of state/);
});
