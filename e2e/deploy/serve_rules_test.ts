import assert from "node:assert/strict";
import { testServer } from "../../packages/serve/testing/server.ts";
import { testNeeding } from "../requirement.ts";
import {
  alert,
  assertFiring,
  burning,
  checkRules,
  metricsAsked,
  metricsTold,
  readDeployed,
  replaced,
  type Series,
  sharesOf,
  sharesTold,
  steadily,
  unlikeWindows,
  unrecorded,
} from "./rules.ts";

const DEPLOYED = readDeployed("serve-rules.yml", "svc-serve.json");

Deno.test("every metric that rules and dashboard name is one that a server has from its start", async () => {
  await using server = await testServer();
  const answer = await server.ask("/metrics", "ada");
  const told = metricsTold(await answer.text());
  const asked = metricsAsked(DEPLOYED);
  assert.ok(asked.length > 10, "no metrics were found");
  assert.deepEqual(asked.filter((name) => !told.has(name)), []);
});

Deno.test("every recorded name that dashboard and alerts use is recorded", () => {
  assert.deepEqual(unrecorded(DEPLOYED), []);
});

Deno.test("a ratio is computed alike over every window", () => {
  assert.deepEqual(unlikeWindows(DEPLOYED), []);
});

Deno.test("the page of objectives says what the rules have", () => {
  assert.deepEqual(sharesTold("svc serve"), sharesOf(DEPLOYED));
});

testNeeding(["promtool"], "Prometheus takes the rules", async () => {
  assert.match(await checkRules(DEPLOYED), /SUCCESS: \d+ rules found/);
});

/** A metric of the server that tests are about, with further labels. */
const of = (metric: string, more = "", instance = "a") =>
  `${metric}{instance="${instance}",job="svc-serve"${more && `,${more}`}}`;

/** Durations a minute: all, and those that ended within a bucket. */
const durations = (metric: string, more: string, le: string, all: number, good: number) => [
  { series: of(`${metric}_count`, more), values: steadily(all) },
  { series: of(`${metric}_bucket`, `${more && `${more},`}le="${le}"`), values: steadily(good) },
];

const answers = (all: number, good: number, le = "1") =>
  durations("svc_request_duration_seconds", `class="runs",status="202"`, le, all, good);
const waits = (all: number, good: number, waitedFor = "turn") =>
  durations(
    "svc_run_wait_seconds",
    `trigger="webhook",waited_for="${waitedFor}"`,
    "30",
    all,
    good,
  );
const requests = (operation: string, status: number, perMinute: number) => ({
  series: of("svc_requests_total", `operation="${operation}",status="${status}"`),
  values: steadily(perMinute),
});
const faults = (fault: string, perMinute: number) => ({
  series: of("svc_run_faults_total", `trigger="api",fault="${fault}"`),
  values: steadily(perMinute),
});
const times = (outcome: string, perMinute: number) => ({
  series: of("svc_schedule_times_total", `outcome="${outcome}"`),
  values: steadily(perMinute),
});
const lateness = (all: number, good: number) =>
  durations("svc_schedule_lateness_seconds", "", "10", all, good);
const up = (values: string, instance = "a") => ({ series: of("up", "", instance), values });
const queue = (queued: number, running: number) => [
  { series: of("svc_runs_queued"), values: `${queued}x120` },
  { series: of("svc_runs_running"), values: `${running}x120` },
];

/** Most runs fail by their methods, inputs and vaults, many wait for their behavior, some are skipped. */
const HEALTHY: Series[] = [
  up("1x120"),
  requests("runs.start", 202, 1000),
  requests("runs.start", 500, 1),
  requests("service.ready", 503, 1000),
  ...answers(1000, 990),
  ...waits(1000, 990),
  ...waits(1000, 10, "behavior"),
  ...queue(3, 2),
  faults("none", 100),
  faults("method", 300),
  faults("request", 300),
  faults("outside", 300),
  faults("server", 1),
  times("ran", 100),
  times("skipped", 100),
  times("refused", 0),
  times("missed", 0),
  ...lateness(100, 100),
  { series: of("svc_run_state_failures_total"), values: steadily(0) },
];

/** A second server with the same job that has nothing to do. */
const OTHER: Series[] = [up("1x120", "b")];

const AT_A = { instance: "a" };
const GONE = { ...AT_A, job: "svc-serve" };

testNeeding(
  ["promtool"],
  "each objective that is missed fires for its server, and healthy ones fire nothing",
  async () => {
    const missed: Record<string, Series[]> = {
      up: [up("1x20 0x99")],
      availability: [requests("runs.start", 500, 100)],
      answers: answers(1000, 100),
      start: waits(1000, 100),
      runs: [faults("server", 300)],
      schedules: lateness(100, 70),
    };
    assert.deepEqual(Object.keys(missed), Object.keys(sharesOf(DEPLOYED)));
    await assertFiring(DEPLOYED, [
      { name: "healthy", series: [...HEALTHY, ...OTHER], fires: {} },
      { name: "without anything to do", series: OTHER, fires: {} },
      {
        name: "durations as Prometheus 3 names their buckets",
        series: [...OTHER, ...answers(1000, 990, "1.0")],
        fires: {},
      },
      {
        name: "no server is asked",
        series: [],
        fires: alert(DEPLOYED, "SvcServeGone", { job: GONE.job }),
      },
      ...Object.entries(missed).map(([objective, series]) => ({
        name: objective,
        series: [...replaced(HEALTHY, series), ...OTHER],
        fires: {
          ...burning(DEPLOYED, { ...AT_A, objective }),
          ...(objective === "up" ? alert(DEPLOYED, "SvcServeGone", GONE) : {}),
        },
      })),
      {
        name: "times that are missed",
        series: replaced(HEALTHY, [times("missed", 100)]),
        fires: burning(DEPLOYED, { ...AT_A, objective: "schedules" }),
      },
      {
        name: "every run fails by svc",
        series: [up("1x120"), faults("none", 0), faults("server", 10)],
        fires: burning(DEPLOYED, { ...AT_A, objective: "runs" }),
      },
      {
        name: "a state that cannot be written",
        series: replaced(HEALTHY, [
          { series: of("svc_run_state_failures_total"), values: steadily(120) },
        ]),
        fires: alert(DEPLOYED, "SvcServeStateFailing", GONE),
      },
      {
        name: "runs that wait while none is in progress",
        series: replaced(HEALTHY, queue(3, 0)),
        fires: alert(DEPLOYED, "SvcServeStands", GONE),
      },
      {
        name: "a schedule that is refused",
        series: replaced(HEALTHY, [times("refused", 1)]),
        fires: alert(DEPLOYED, "SvcServeTimesRefused", { ...GONE, outcome: "refused" }),
      },
    ]);
  },
);
