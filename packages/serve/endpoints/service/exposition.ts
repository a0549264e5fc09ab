import { registerProcess } from "@svc/http/metrics";
import { Counter, Gauge, Registry } from "prom-client";
import type { Serving } from "../../http/endpoint.ts";
import type { Metrics } from "../../metrics/metrics.ts";

/** The media type of the answer. */
export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** What metrics are made of. */
type Counted =
  & Pick<Serving, "metrics" | "runs" | "version">
  & Partial<Pick<Serving, "triggers">>;

/** What a server has counted and how it stands now, in the text format of Prometheus. */
export async function exposition(counted: Counted): Promise<string> {
  return await metricsOf(counted).metrics();
}

/** What a server has counted and how it stands now: this is where all of it is listed. */
export function metricsOf({ metrics, runs, version, triggers }: Counted): Registry {
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers }).set(value);

  registerProcess(register, { server: "serve", version });
  const { queued, running } = runs.counts();
  gauge("svc_runs_queued", "Runs in the queue", queued);
  gauge("svc_runs_running", "Runs in progress", running);
  countRuns(metrics, registers);
  countAnswers(metrics, registers);
  for (const durations of metrics.durations) durations.register(register);
  if (triggers !== undefined) countTriggers(triggers, registers);
  return register;
}

function countAnswers({ answers }: Metrics, registers: Registry[]): void {
  const counter = new Counter({
    name: "svc_requests_total",
    help: "Answers by operation and HTTP status",
    labelNames: ["operation", "status"],
    registers,
  });
  for (const [key, count] of answers) {
    const [operation, status] = key.split(" ") as [string, string];
    counter.inc({ operation, status }, count);
  }
}

function countTriggers({ schedules, webhooks }: Serving["triggers"], registers: Registry[]): void {
  const { schedules: number, ...times } = schedules.counts();
  new Gauge({ name: "svc_schedules", help: "Schedules", registers }).set(number);
  const counted = [
    ["svc_schedule_times_total", "Scheduled times by outcome", times],
    ["svc_webhook_deliveries_total", "Deliveries by outcome", webhooks.counts()],
  ] as const;
  for (const [name, help, counts] of counted) {
    const counter = new Counter({ name, help, labelNames: ["outcome"], registers });
    for (const [outcome, count] of Object.entries(counts)) counter.inc({ outcome }, count);
  }
}

function countRuns({ runs, faults, stateFailures }: Metrics, registers: Registry[]): void {
  const counter = new Counter({
    name: "svc_runs_total",
    help: "Runs that have ended",
    labelNames: ["trigger", "status"],
    registers,
  });
  for (const { labels, count } of runs.rows()) counter.inc(labels, count);
  const ends = new Counter({
    name: "svc_run_faults_total",
    help: "Runs that did not succeed, by who is at fault",
    labelNames: ["trigger", "fault"],
    registers,
  });
  for (const [key, count] of faults) {
    const [trigger, fault] = key.split(" ") as [string, string];
    ends.inc({ trigger, fault }, count);
  }
  new Counter({
    name: "svc_run_state_failures_total",
    help: "Failed attempts to write the state of a run; each is retried",
    registers,
  }).inc(stateFailures);
}
