import { chart, CHOSEN, type Panel, quantile, rate } from "@svc/http/objectives";
import { JOB } from "./objectives.ts";

/** The charts of the dashboard. */
export const PANELS: readonly Panel[] = [
  chart(
    "Bad share of the last hour, by objective",
    "percentunit",
    `svc_serve:bad_ratio:1h{${CHOSEN}}`,
    "{{instance}} {{objective}}",
  ),
  chart("Allowed bad share", "percentunit", "svc_serve:bad_budget", "{{objective}}"),
  chart("Answers when asked", "bool", `up{${JOB},${CHOSEN}}`, "{{instance}}"),
  chart(
    "Requests by status",
    "reqps",
    `sum by (status) (${rate("svc_requests_total")})`,
    "{{status}}",
  ),
  chart(
    "Failures by operation",
    "reqps",
    `sum by (operation) (${rate("svc_requests_total", `,status=~"5.."`)})`,
    "{{operation}}",
  ),
  chart(
    "Time to the answer by class, 95 of 100",
    "s",
    quantile(0.95, "svc_request_duration_seconds", "class"),
    "{{class}}",
  ),
  {
    title: "Runs that wait and runs in progress",
    unit: "short",
    lines: [
      { expr: `svc_runs_queued{${CHOSEN}}`, legend: "{{instance}} queued" },
      { expr: `svc_runs_running{${CHOSEN}}`, legend: "{{instance}} in progress" },
    ],
  },
  chart(
    "Wait until a run begins, 95 of 100",
    "s",
    quantile(0.95, "svc_run_wait_seconds", "trigger, waited_for"),
    "{{trigger}}, for its {{waited_for}}",
  ),
  chart(
    "Runs by end",
    "reqps",
    `sum by (trigger, status) (${rate("svc_runs_total")})`,
    "{{trigger}} {{status}}",
  ),
  chart(
    "Runs that did not succeed, by fault",
    "reqps",
    `sum by (fault) (${rate("svc_run_faults_total", `,fault!="none"`)})`,
    "{{fault}}",
  ),
  chart(
    "Duration of runs, 95 of 100",
    "s",
    quantile(0.95, "svc_run_duration_seconds", "trigger"),
    "{{trigger}}",
  ),
  chart(
    "State that could not be written",
    "reqps",
    rate("svc_run_state_failures_total"),
    "{{instance}}",
  ),
  chart(
    "Scheduled times by outcome",
    "reqps",
    `sum by (outcome) (${rate("svc_schedule_times_total")})`,
    "{{outcome}}",
  ),
  chart(
    "Lateness of scheduled times, 95 of 100",
    "s",
    quantile(0.95, "svc_schedule_lateness_seconds", "instance"),
    "{{instance}}",
  ),
  chart(
    "Deliveries of webhooks by outcome",
    "reqps",
    `sum by (outcome) (${rate("svc_webhook_deliveries_total")})`,
    "{{outcome}}",
  ),
  chart("Memory", "bytes", `process_resident_memory_bytes{${CHOSEN}}`, "{{instance}}"),
];
