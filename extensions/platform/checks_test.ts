import assert from "node:assert/strict";
import { clientContext, startApi } from "../testing/api.ts";
import { fromCheckRun, fromStatus, summarizeChecks } from "./checks.ts";
import { connect } from "./client.ts";
import { commitChecks } from "./commit_checks.ts";

const run = (status: string, conclusion: string | null, name = "ci") =>
  fromCheckRun({ name, status, conclusion, html_url: "https://h/1" });
const status = (state: string, context = "lint") => fromStatus({ context, state, target_url: "" });

for (
  const [conclusion, state] of [
    ["success", "success"],
    ["neutral", "skipped"],
    ["skipped", "skipped"],
    ["failure", "failure"],
    ["timed_out", "failure"],
    ["cancelled", "failure"],
    ["action_required", "failure"],
    ["stale", "failure"],
    ["of a later version", "failure"],
    [null, "failure"],
  ] as const
) {
  Deno.test(`a check run that ended as ${conclusion} is ${state}`, () => {
    assert.equal(run("completed", conclusion).state, state);
    assert.equal(run("in_progress", conclusion).state, "pending");
  });
}

Deno.test("a commit status in error failed", () => {
  assert.deepEqual(["success", "pending", "failure", "error"].map((one) => status(one).state), [
    "success",
    "pending",
    "failure",
    "failure",
  ]);
  assert.equal(status("success").url, null);
});

Deno.test("a failure counts at once, success only when all have ended", () => {
  const of = (...states: string[]) => summarizeChecks(states.map((state) => status(state)));
  assert.equal(of("success", "pending", "failure").state, "failure");
  assert.equal(of("success", "pending").state, "pending");
  assert.equal(of("success", "success").state, "success");
  assert.equal(of().state, "none");
  assert.equal(summarizeChecks([run("completed", "skipped")]).state, "success");
  assert.deepEqual(summarizeChecks([run("completed", "failure", "e2e"), status("pending")]), {
    state: "failure",
    passed: 0,
    failed: 1,
    pending: 1,
    skipped: 0,
    failing: ["e2e"],
  });
});

Deno.test("check runs and statuses are one list, each read to its last page", async () => {
  await using api = startApi(({ path }) => {
    const second = path.includes("page=2");
    const next = `<${api.url}${path}&page=2>; rel="next"`;
    const headers = second ? undefined : { link: next };
    if (path.includes("/check-runs")) {
      const name = second ? "b" : "a";
      const check = { name, status: "completed", conclusion: "success", html_url: null };
      return Response.json({ total_count: 2, check_runs: [check] }, headers ? { headers } : {});
    }
    const statuses = [{ context: second ? "d" : "c", state: "error", target_url: "https://h/" }];
    const body = { state: "failure", statuses, sha: "s", total_count: 2, url: "https://h/status" };
    return Response.json(body, headers ? { headers } : {});
  });
  const client = connect({ extension: "t", context: clientContext(), baseUrl: api.url });
  const { checks, truncated } = await commitChecks(client, { owner: "o", repo: "r" }, "abc");
  assert.deepEqual(checks.map(({ name, source, state }) => [name, source, state]), [
    ["a", "check-run", "success"],
    ["b", "check-run", "success"],
    ["c", "status", "failure"],
    ["d", "status", "failure"],
  ]);
  assert.equal(truncated, false);
  assert.match(api.received[0]!.path, /commits\/abc\/check-runs\?per_page=100&filter=latest$/);
});
