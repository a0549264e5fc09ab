import assert from "node:assert/strict";
import { killedAfterIntent, REPO, type Site, startSite } from "./testing/site.ts";

const KEY = "retry-of-monday";

/** A run that ended like this, an hour ago. */
function addRun(site: Site, conclusion: "success" | "failure" | "cancelled" | "timed_out" | null) {
  return site.host.actions.add(REPO, {
    workflow: "CI",
    title: "Monday",
    branch: "main",
    sha: "0".repeat(40),
    event: "push",
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    createdAt: new Date(site.host.clock.now() - 3_600_000).toISOString(),
  });
}

const RERUN = /^POST \/actions\/runs\/\d+\/(.+)$/;
const reruns = (site: Site) => site.writes("/actions").map((one) => RERUN.exec(one)?.[1]);

Deno.test("get_workflow_run writes the run and changes nothing", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  const [written] = await site.run("get_workflow_run", { runId });
  assert.equal(written?.name, `triageAction.octocat~site~run~${runId}`);
  const { outcome, run } = written.data as { outcome: string; run: Record<string, unknown> };
  assert.equal(outcome, "unchanged");
  assert.deepEqual([run.conclusion, run.attempt, run.workflow], ["failure", 1, "CI"]);
  assert.deepEqual(site.writes("/actions"), []);
});

for (const conclusion of ["failure", "cancelled", "timed_out"] as const) {
  Deno.test(`a run that ended with ${conclusion} is retried, its failed jobs only`, async () => {
    await using site = await startSite();
    const runId = addRun(site, conclusion);
    const written = await site.run("retry_workflow_run", { runId, idempotencyKey: KEY });
    assert.deepEqual(reruns(site), ["rerun-failed-jobs"]);
    const [intent, done] = written.map((one) => one.data);
    assert.deepEqual([intent?.stage, intent?.runAttempt], ["intent", 1]);
    assert.equal(done?.outcome, "created");
    assert.equal((done?.run as { attempt: number }).attempt, 2);
  });
}

Deno.test("with failedOnly=false all jobs run again", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  await site.run("retry_workflow_run", { runId, failedOnly: false, idempotencyKey: KEY });
  assert.deepEqual(reruns(site), ["rerun"]);
});

for (const [conclusion, said] of [["success", /'success'/], [null, /'in_progress'/]] as const) {
  Deno.test(`a run that is ${conclusion ?? "under way"} is refused, and nothing is recorded`, async () => {
    await using site = await startSite();
    const runId = addRun(site, conclusion);
    const { written, error } = await site.runAll("retry_workflow_run", {
      runId,
      idempotencyKey: KEY,
    });
    assert.match(error!.message, said);
    assert.deepEqual(written, []);
    assert.deepEqual(reruns(site), []);
  });
}

Deno.test("exactly once: the same key does not retry a run that failed again", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  const data = new Map();
  await site.run("retry_workflow_run", { runId, idempotencyKey: KEY }, { data });
  site.host.actions.change(REPO, runId, { status: "completed", conclusion: "failure" });
  const [again] = await site.run("retry_workflow_run", { runId, idempotencyKey: KEY }, { data });
  assert.equal(again?.data.outcome, "exists");
  assert.equal(reruns(site).length, 1);
  await site.run("retry_workflow_run", { runId, idempotencyKey: `${KEY}-2` }, { data });
  assert.equal(reruns(site).length, 2);
});

Deno.test("a run killed after the call sees the higher attempt and does not retry", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  const args = { runId, idempotencyKey: KEY };
  const first = await site.run("retry_workflow_run", args);
  for (const status of ["queued", "completed"] as const) {
    const conclusion = status === "completed" ? "failure" : null;
    site.host.actions.change(REPO, runId, { status, conclusion });
    const data = killedAfterIntent(first);
    const [again] = await site.run("retry_workflow_run", args, { data });
    assert.equal(again?.data.outcome, "exists");
  }
  assert.equal(reruns(site).length, 1);
});

Deno.test("a run killed before the call is retried by the next one", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  const data = new Map();
  site.host.failNext(`POST /repos/${REPO}/actions`, 502);
  const args = { runId, idempotencyKey: KEY };
  await site.runAll("retry_workflow_run", args, { data });
  const again = await site.run("retry_workflow_run", args, { data });
  assert.equal(again.at(-1)?.data.outcome, "created");
  const { attempt } = again.at(-1)?.data.run as { attempt: number };
  assert.equal(attempt, 2);
});

Deno.test("a lost answer is looked up: one further attempt", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  site.host.loseNext(`POST /repos/${REPO}/actions`);
  const written = await site.run("retry_workflow_run", { runId, idempotencyKey: KEY });
  assert.equal(written.at(-1)?.data.outcome, "exists");
  assert.equal(reruns(site).length, 1);
});

Deno.test("after 30 days the error says that the platform no longer retries", async () => {
  await using site = await startSite();
  const runId = addRun(site, "failure");
  site.host.clock.advance(31 * 24 * 3600);
  await assert.rejects(
    site.run("retry_workflow_run", { runId, idempotencyKey: KEY }),
    /more than 30 days ago/,
  );
});
