import { deepEqual, equal, match } from "node:assert/strict";
import { GREET, modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import { parseReadable } from "../../rights/rights.ts";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { runServer, START } from "../../testing/run_server.ts";
import { scriptedRuns } from "../../testing/runs.ts";
import { exposition } from "./exposition.ts";
import { BUCKETS, createMetrics } from "../../metrics/metrics.ts";

const ROW = { triggered_by: "api", queued_at: "2026-11-22T10:00:00.000Z" } as never;

/** Each line that is not a comment, by what it counts. */
function lines(text: string): Map<string, number> {
  return new Map(
    text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

function after(seconds: number): Date {
  return new Date(Date.parse("2026-11-22T10:00:00.000Z") + seconds * 1000);
}

async function told(metrics = createMetrics()) {
  return lines(await exposition({ metrics, runs: scriptedRuns(), version: "2026.01.02" }));
}

Deno.test("a duration counts in each bucket that it fits in, one at an end in that bucket", async () => {
  const metrics = createMetrics();
  for (const seconds of [0.1, 0.101, 4000]) {
    metrics.runEnded(ROW, { status: "failed" }, after(seconds));
  }
  const found = await told(metrics);
  const upTo = (le: string) =>
    found.get(`svc_run_duration_seconds_bucket{trigger="api",status="failed",le="${le}"}`);
  deepEqual(
    [...BUCKETS, "+Inf"].map((le) => upTo(String(le))),
    [1, ...BUCKETS.slice(1).map(() => 2), 3],
  );
  equal(found.get('svc_run_duration_seconds_count{trigger="api",status="failed"}'), 3);
  equal(found.get('svc_runs_total{trigger="api",status="failed"}'), 3);
});

Deno.test("a clock that was put back makes no negative duration", async () => {
  const metrics = createMetrics();
  metrics.runEnded(ROW, { status: "succeeded" }, after(-10));
  const found = await told(metrics);
  equal(found.get('svc_run_duration_seconds_sum{trigger="api",status="succeeded"}'), 0);
});

Deno.test("a path that a stranger made up is counted as none", async () => {
  const metrics = createMetrics();
  metrics.answered({ class: "others", status: 404, seconds: 0.1 });
  metrics.answered({ class: "others", status: 404, seconds: 0.2 });
  metrics.answered({ operation: "runs.get", class: "runs", status: 200, seconds: 0.3 });
  const found = await told(metrics);
  equal(found.get('svc_requests_total{operation="none",status="404"}'), 2);
  equal(found.get('svc_requests_total{operation="runs.get",status="200"}'), 1);
  equal(found.get('svc_request_duration_seconds_count{class="others",status="404"}'), 2);
  equal(found.get('svc_request_duration_seconds_sum{class="runs",status="200"}'), 0.3);
});

Deno.test("what objectives divide by is there at nought before anything has happened", async () => {
  const found = await told();
  const nought = [
    'svc_run_faults_total{trigger="webhook",fault="server"}',
    'svc_run_wait_seconds_count{trigger="schedule",waited_for="turn"}',
    'svc_run_wait_seconds_bucket{trigger="mcp",waited_for="behavior",le="30"}',
    "svc_schedule_lateness_seconds_count",
    "svc_run_state_failures_total",
  ];
  deepEqual(nought.map((name) => found.get(name)), nought.map(() => 0));
});

Deno.test("a server counts its runs and answers, and tells only who may see every behavior", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const some = { run: [{ behavior: "hello", method: "*" }], read: [] };
  const credentials = namedCallers(
    callerNamed("ada", some),
    callerNamed("prometheus", { run: [], read: [parseReadable("*")] }),
  );
  await using server = await runServer(greeter.repository, { parts: { credentials } });
  const run = await server.ask(`${START}?wait=60`, "ada", { body: { inputs: { name: "Ada" } } });
  equal((await run.json()).status, "succeeded");

  const refused = await server.ask("/metrics", "ada");
  equal((await refused.json()).code, "forbidden");
  const stranger = await server.ask("/metrics", "nobody");
  equal((await stranger.json()).code, "not_authenticated");

  const answer = await server.ask("/metrics", "prometheus");
  match(answer.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const found = lines(text);
  equal(found.get('svc_runs_total{trigger="api",status="succeeded"}'), 1);
  equal(found.get('svc_requests_total{operation="runs.start",status="202"}'), 1);
  equal(found.get('svc_requests_total{operation="service.metrics",status="403"}'), 1);
  equal(found.get("svc_runs_running"), 0);
  equal(text.includes("hello"), false, "the names of behaviors are not told");
});

Deno.test("times of schedules and deliveries count by their state, those at nought as well", async () => {
  const triggers = {
    schedules: { counts: () => ({ schedules: 2, ran: 3, skipped: 1, refused: 0, missed: 4 }) },
    webhooks: {
      refused: () => [],
      answer: () => Promise.resolve(undefined),
      counts: () => ({ started: 5, repeated: 1, filtered: 0, refused: 7 }),
    },
  };
  const parts = { metrics: createMetrics(), runs: scriptedRuns(), version: "2026.01.02", triggers };
  const found = lines(await exposition(parts));
  equal(found.get("svc_schedules"), 2);
  const times = (outcome: string) => found.get(`svc_schedule_times_total{outcome="${outcome}"}`);
  deepEqual(["ran", "skipped", "refused", "missed"].map(times), [3, 1, 0, 4]);
  const taken = (one: string) => found.get(`svc_webhook_deliveries_total{outcome="${one}"}`);
  deepEqual(["started", "repeated", "filtered", "refused"].map(taken), [5, 1, 0, 7]);
});
