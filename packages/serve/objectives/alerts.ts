import { type Alert, burning } from "@svc/http/objectives";
import { JOB } from "./objectives.ts";

/** What names begin with that the rules record. */
export const PREFIX = "svc_serve";

/** Every alert. */
export const ALERTS: readonly Alert[] = [
  ...burning({
    prefix: PREFIX,
    alerts: "SvcServe",
    what: "{{ $labels.objective }} of {{ $labels.instance }}",
    look: "The dashboard shows of what.",
  }),
  {
    name: "SvcServeGone",
    expr: `up{${JOB}} == 0 or absent(up{${JOB}})`,
    lasts: "5m",
    severity: "page",
    summary:
      "{{ $labels.instance }} does not answer /metrics, or no server is asked. Look whether " +
      "it runs, at the end of its log, and whether the token of Prometheus has expired.",
  },
  {
    name: "SvcServeStateFailing",
    expr: "increase(svc_run_state_failures_total[5m]) > 0",
    lasts: "5m",
    severity: "page",
    summary:
      "{{ $labels.instance }} cannot write its state, so runs neither begin nor end. The log " +
      "says why: runs.state. Most often the disk is full.",
  },
  {
    name: "SvcServeStands",
    expr: "svc_runs_queued > 0 and svc_runs_running == 0",
    lasts: "15m",
    severity: "ticket",
    summary:
      "Runs of {{ $labels.instance }} wait and none is in progress: another svc process has " +
      "their behaviors ('svc run list --status queued'), or the log has runs.dispatch.",
  },
  {
    name: "SvcServeTimesRefused",
    expr: `increase(svc_schedule_times_total{outcome="refused"}[1h]) > 0`,
    severity: "ticket",
    summary:
      "A schedule of {{ $labels.instance }} cannot run: a consent is missing or its behavior " +
      "is gone. 'svc schedule list' says which and why.",
  },
];
