import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "../codehost.ts";

const REPO = "/repos/octocat/one";

async function started(): Promise<{ host: CodeHost; sha: string }> {
  const host = await startCodeHost({
    tokens: { t1: "octocat" },
    repositories: [{ owner: "octocat", name: "one" }],
  });
  const main = await host.call("t1", "GET", `${REPO}/git/ref/heads/main`);
  return { host, sha: (main as { object: { sha: string } }).object.sha };
}

Deno.test("of several runs of one name the latest is shown, unless all are asked for", async () => {
  const { host, sha } = await started();
  await using _host = host;
  const add = (name: string, more: object) =>
    host.call("t1", "POST", `${REPO}/check-runs`, { name, head_sha: sha, ...more });
  await add("test", { conclusion: "failure" });
  await add("lint", { status: "in_progress" });
  await add("test", { conclusion: "success" });
  const read = async (query: string) => {
    const path = `${REPO}/commits/main/check-runs${query}`;
    const { check_runs: runs } = await host.call("t1", "GET", path) as {
      check_runs: { name: string; conclusion: string | null }[];
    };
    return runs.map((run) => `${run.name} ${run.conclusion}`);
  };
  assert.deepEqual(await read(""), ["test success", "lint null"]);
  assert.deepEqual(await read("?filter=all"), ["test success", "lint null", "test failure"]);
});

Deno.test("a check run changes over time, and its conclusion completes it", async () => {
  const { host, sha } = await started();
  await using _host = host;
  const made = await host.call("t1", "POST", `${REPO}/check-runs`, { name: "ci", head_sha: sha });
  const { id, status } = made as { id: number; status: string };
  assert.equal(status, "queued");
  const ended = await host.call("t1", "PATCH", `${REPO}/check-runs/${id}`, {
    conclusion: "failure",
  });
  assert.equal((ended as { status: string }).status, "completed");
});

for (
  const [states, expected] of [
    [[], "pending"],
    [["pending"], "pending"],
    [["success"], "success"],
    [["success", "pending"], "pending"],
    [["failure", "pending", "success"], "failure"],
    [["error"], "failure"],
  ] as const
) {
  Deno.test(`statuses ${states.join(", ") || "(none)"} are ${expected} together`, async () => {
    const { host, sha } = await started();
    await using _host = host;
    for (const [index, state] of states.entries()) {
      await host.call("t1", "POST", `${REPO}/statuses/${sha}`, { state, context: `c${index}` });
    }
    const answer = await host.call("t1", "GET", `${REPO}/commits/${sha}/status`);
    assert.equal((answer as { state: string }).state, expected);
  });
}

Deno.test("of a status's context the latest counts", async () => {
  const { host, sha } = await started();
  await using _host = host;
  for (const state of ["failure", "success"]) {
    await host.call("t1", "POST", `${REPO}/statuses/${sha}`, { state, context: "ci" });
  }
  const answer = await host.call("t1", "GET", `${REPO}/commits/${sha}/status`);
  const { state, total_count: count } = answer as { state: string; total_count: number };
  assert.deepEqual([state, count], ["success", 1]);
});
