import type { Objective } from "@svc/http/objectives";

/** The name under which the manual has Prometheus ask servers. */
export const JOB = `job="svc-serve"`;

/**
 * Every objective of a server. Each server counts for itself, as each has a repository of its own.
 * Documentation, rules and dashboard are made from these rows.
 */
export const OBJECTIVES: readonly Objective[] = [
  {
    key: "up",
    what: "The server answers when Prometheus asks it",
    target: 0.995,
    badRatio: (window) => `1 - avg by (instance) (avg_over_time(up{${JOB}}[${window}]))`,
  },
  {
    key: "availability",
    what: "Requests end without a failure of the server (5xx)",
    target: 0.995,
    badRatio(window) {
      // Asking whether it is there is frequent, and would hide what else fails.
      const asked = `operation!="",operation!~"service[.].*"`;
      const all = sum("svc_requests_total", asked, window);
      const failed = sum("svc_requests_total", `${asked},status=~"5.."`, window);
      // Without a failure there is no such series.
      return `(${failed} or 0 * ${all}) / ${all}`;
    },
  },
  {
    key: "answers",
    what: "Answers begin within 1 s, where none waits for a run",
    target: 0.95,
    badRatio: (window) =>
      late("svc_request_duration_seconds", {
        only: `class=~"behaviors|data|reports|runs|types|webhooks",status=~"[23].."`,
        end: 1,
        window,
      }),
  },
  {
    key: "start",
    what: "Runs begin within 30 s of being accepted, unless their behavior is in use",
    target: 0.95,
    badRatio: (window) =>
      late("svc_run_wait_seconds", { only: `waited_for="turn"`, end: 30, window }),
  },
  {
    key: "runs",
    what: "Runs do not fail by svc's own fault or that of its machine",
    target: 0.99,
    badRatio: (window) =>
      `${sum("svc_run_faults_total", `fault="server"`, window)} / ` +
      sum("svc_run_faults_total", "", window),
  },
  {
    key: "schedules",
    what: "Scheduled times have their run within 10 s, and none is missed",
    target: 0.99,
    badRatio(window) {
      const missed = sum("svc_schedule_times_total", `outcome="missed"`, window);
      const ran = sum("svc_schedule_lateness_seconds_count", "", window);
      const inTime = sum("svc_schedule_lateness_seconds_bucket", bucket(10), window);
      return `1 - ${inTime} / (${ran} + ${missed})`;
    },
  },
];

/** How often a second something was counted, by server. */
function sum(metric: string, only: string, window: string): string {
  return `sum by (instance) (rate(${metric}{${only}}[${window}]))`;
}

/** The share of durations beyond the end of a bucket, in seconds. */
function late(
  metric: string,
  { only, end, window }: { only: string; end: number; window: string },
): string {
  return `1 - ${sum(`${metric}_bucket`, `${only},${bucket(end)}`, window)} / ` +
    sum(`${metric}_count`, only, window);
}

/** The bucket of durations up to `end`: Prometheus 3 writes `10.0` where earlier ones write `10`. */
function bucket(end: number): string {
  return `le=~"${end}([.]0)?"`;
}
