import { equal, ok } from "node:assert/strict";
import { exposedValues } from "@svc/fakes/collector";
import { modelText } from "../../runtime/testing/extension.ts";
import { fillDiskAfter } from "../../runtime/testing/full_disk.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { addSchedule } from "../schedules/operator.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { type RunServer, runServer } from "../testing/run_server.ts";

/** What a server tells of itself now, by names with sorted labels. */
async function told(server: RunServer): Promise<Map<string, number>> {
  return exposedValues(await (await server.ask("/metrics", "ada")).text());
}

/** What it tells once that is so. */
async function toldOnce(
  server: RunServer,
  such: (values: Map<string, number>) => boolean,
): Promise<Map<string, number>> {
  for (;;) {
    const values = await told(server);
    if (such(values)) return values;
  }
}

/** Asks for a run of a behavior. @returns what is answered, once it has ended when `wait` says so */
async function start(
  server: RunServer,
  behavior: string,
  inputs: Record<string, unknown>,
  { wait = "", waitMs = 0 } = {},
) {
  const path = `/api/v1/behaviors/${behavior}/methods/greet/runs${wait}`;
  const answer = await server.ask(path, "ada", { body: { inputs, waitMs } });
  return { status: answer.status, run: await answer.json() };
}

const ENDED = { wait: "?wait=60" };

const wait = (part: string, waitedFor: string) =>
  `svc_run_wait_seconds_${part}{trigger="api",waited_for="${waitedFor}"}`;
const fault = (whose: string) => `svc_run_faults_total{fault="${whose}",trigger="api"}`;

Deno.test("runs that wait are counted by how long they did, and by whether their behavior was in use", async () => {
  await using greeter = await busyGreeter("other");
  let time = Date.now();
  await using server = await runServer(greeter.repository, {
    running: { limits: { maxRuns: 1 } },
    now: () => new Date(time),
  });
  await start(server, "hello", HOLD);
  await start(server, "other", { name: "turn" });
  await start(server, "hello", { name: "behavior" }, { waitMs: 3_600_000 });
  const before = await toldOnce(server, (values) => values.get("svc_runs_running") === 1);
  equal(before.get("svc_runs_queued"), 2);
  equal(before.get(wait("count", "turn")), 1, "only the first has begun");
  time += 45_000;
  await greeter.letGo();
  const after = await toldOnce(server, (values) => values.get(fault("none")) === 3);
  equal(after.get(wait("count", "turn")), 2);
  equal(after.get(wait("count", "behavior")), 1);
  const within30 = (waitedFor: string) =>
    after.get(`svc_run_wait_seconds_bucket{le="30",trigger="api",waited_for="${waitedFor}"}`);
  equal(within30("turn"), 1, "the second one waited for longer");
  equal(within30("behavior"), 0);
  equal(after.get(wait("sum", "turn")), 45);
  const answered = (part: string) =>
    after.get(`svc_request_duration_seconds_${part}{class="runs",status="202"}`);
  equal(answered("count"), 3);
  ok(answered("sum")! > 0);
});

Deno.test("a run that fails by its method is no fault of svc, one whose data finds the disk full is", async () => {
  await using greeter = await greeterRepository(
    modelText(`        if (args.name === "bad") throw new Error("no luck");
        const handle = await context.writeResource("greeting", "main", { text: args.name });
        return { dataHandles: [handle] };`),
  );
  await using server = await runServer(greeter.repository);
  const code = async (name: string) =>
    (await start(server, "hello", { name }, ENDED)).run.error?.code;
  equal(await code("good"), undefined);
  equal(await code("bad"), "run_failed");
  {
    using _disk = fillDiskAfter(0, `${greeter.repository.root}/.svc/data`);
    equal(await code("good"), "disk_full");
  }
  const values = await told(server);
  equal(values.get(fault("none")), 1);
  equal(values.get(fault("method")), 1);
  equal(values.get(fault("server")), 1);
  equal(values.get(fault("request")), 0);
  equal(values.get('svc_request_duration_seconds_count{class="waits",status="202"}'), 3);
});

Deno.test("a state that cannot be written fails what is asked, and is counted while runs in progress try again", async () => {
  await using greeter = await busyGreeter("other");
  await using server = await runServer(greeter.repository);
  const { database } = server.serving.state;
  const failures = "svc_run_state_failures_total";
  const { run } = await start(server, "hello", HOLD);
  await toldOnce(server, (values) => values.get(wait("count", "turn")) === 1);
  database.exec("PRAGMA query_only = on");
  equal((await start(server, "other", { name: "refused" })).status, 500);
  await greeter.letGo();
  const values = await toldOnce(server, (values) => values.get(failures)! > 0);
  equal(values.get('svc_requests_total{operation="runs.start",status="500"}'), 1);
  database.exec("PRAGMA query_only = off");
  const ended = await (await server.ask(`/api/v1/runs/${run.id}?wait=60`, "ada")).json();
  equal(ended.status, "succeeded");
});

Deno.test("a scheduled time is counted by how late its run was accepted, or as missed", async () => {
  await using greeter = await busyGreeter();
  await greeter.letGo();
  let time = new Date("2026-11-22T00:00:30Z");
  await using server = await runServer(greeter.repository, { now: () => time });
  addSchedule(server.serving.state, {
    ...{ name: "nightly", behavior: "hello", method: "greet", inputs: { name: "x" } },
    ...{ settings: {}, cron: "*/30 * * * *", timeZone: "UTC", overlap: "queue", catchUp: false },
    by: "ada@builder",
  }, time);
  const count = "svc_schedule_lateness_seconds_count";
  const times = (outcome: string) => `svc_schedule_times_total{outcome="${outcome}"}`;
  const before = await told(server);
  equal(before.get(count), 0);
  equal(before.get(times("missed")), 0);

  time = new Date("2026-11-22T00:30:20Z");
  const ran = await toldOnce(server, (values) => values.get(count) === 1);
  const within = (le: number) => ran.get(`svc_schedule_lateness_seconds_bucket{le="${le}"}`);
  equal(within(10), 0);
  equal(within(60), 1);
  equal(ran.get("svc_schedule_lateness_seconds_sum"), 20);
  equal(ran.get(times("ran")), 1);

  time = new Date("2026-11-22T01:32:00Z");
  const missed = await toldOnce(server, (values) => values.get(times("missed")) === 2);
  equal(missed.get(count), 1);
  equal(missed.get('svc_run_wait_seconds_count{trigger="schedule",waited_for="turn"}'), 1);
});
