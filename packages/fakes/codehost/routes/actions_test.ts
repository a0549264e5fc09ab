import assert from "node:assert/strict";
import { startCodeHost } from "../codehost.ts";

const REPO = "octocat/one";
const RUNS = `/repos/${REPO}/actions/runs`;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const start = () =>
  startCodeHost({ tokens: { t1: "octocat" }, repositories: [{ owner: "octocat", name: "one" }] });

const failed = (ageMs: number) => ({
  workflow: "CI",
  title: "Broken",
  branch: "main",
  sha: "0".repeat(40),
  event: "push",
  status: "completed" as const,
  conclusion: "failure" as const,
  createdAt: new Date(Date.now() - ageMs).toISOString(),
});

Deno.test("a rerun is a further attempt of the same run, and one at a time", async () => {
  await using host = await start();
  const id = host.actions.add(REPO, failed(HOUR_MS));
  await host.call("t1", "POST", `${RUNS}/${id}/rerun-failed-jobs`);
  const run = await host.call("t1", "GET", `${RUNS}/${id}`);
  const { run_attempt: attempt, status } = run as { run_attempt: number; status: string };
  assert.deepEqual([attempt, status], [2, "queued"]);
  await assert.rejects(host.call("t1", "POST", `${RUNS}/${id}/rerun`), /403 .*already running/);
  host.actions.change(REPO, id, { status: "completed", conclusion: "failure" });
  await host.call("t1", "POST", `${RUNS}/${id}/rerun`);
});

Deno.test("a run is not started again after 30 days", async () => {
  await using host = await start();
  const [young, old] = [29 * DAY_MS, 31 * DAY_MS].map((age) => host.actions.add(REPO, failed(age)));
  await host.call("t1", "POST", `${RUNS}/${young}/rerun`);
  await assert.rejects(host.call("t1", "POST", `${RUNS}/${old}/rerun`), /403 .*over a month ago/);
});

Deno.test("runs are found by the commit they ran for", async () => {
  await using host = await start();
  host.actions.add(REPO, failed(HOUR_MS));
  const id = host.actions.add(REPO, { ...failed(HOUR_MS), sha: "1".repeat(40) });
  const answer = await host.call("t1", "GET", `${RUNS}?head_sha=${"1".repeat(40)}`);
  const { workflow_runs: runs } = answer as { workflow_runs: { id: number }[] };
  assert.deepEqual(runs.map((run) => run.id), [id]);
});
