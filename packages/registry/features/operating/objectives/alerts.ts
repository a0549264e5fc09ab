import { type Alert, burning } from "@svc/http/objectives";

/** What names begin with that the rules record. */
export const PREFIX = "svc";

/** Every alert. */
export const ALERTS: readonly Alert[] = [
  ...burning({
    prefix: PREFIX,
    alerts: "Svc",
    what: "{{ $labels.objective }}",
    look: "The dashboard shows which route.",
  }),
  {
    name: "SvcGone",
    expr: 'absent(svc_info{server="registry"})',
    lasts: "5m",
    severity: "page",
    summary: "No registry answers /metrics. Look whether it runs, and at the end of its log.",
  },
  {
    name: "SvcStoreDamaged",
    expr: "svc_store_damaged > 0",
    severity: "page",
    summary: "The database is damaged. Run 'npm run admin -- check' and restore the last backup.",
  },
  {
    name: "SvcDiskFull",
    expr: "svc_disk_free_bytes < 1e9",
    lasts: "5m",
    severity: "page",
    summary: "Less than 1 GB is free; below 256 MB /readyz fails.",
  },
  {
    name: "SvcSearchFailing",
    expr: "svc_search_failing > 0",
    lasts: "5m",
    severity: "page",
    summary: "The search index cannot be loaded. The log says why: search.lost, search.unloaded.",
  },
  {
    name: "SvcNotFollowing",
    expr: "svc_store_followed < 1",
    lasts: "5m",
    severity: "page",
    summary: "A server does not hear what others change and asks the database for everything. " +
      "The log says why: store.unfollowed.",
  },
  {
    name: "SvcPoolExhausted",
    expr: "svc_database_waiting > 0",
    lasts: "5m",
    severity: "ticket",
    summary: "Requests wait for a connection to Postgres: raise SVC_DATABASE_POOL, or look for " +
      "query.slow in the log.",
  },
  {
    name: "SvcStalls",
    expr: '1 - sum by (instance) (rate(svc_event_loop_delay_seconds_bucket{le="0.25"}[5m])) / ' +
      "sum by (instance) (rate(svc_event_loop_delay_seconds_count[5m])) > 0.01",
    lasts: "10m",
    severity: "ticket",
    summary: "All answers of a server are held up for more than 250 ms, again and again.",
  },
  {
    name: "SvcServicePaused",
    expr: 'svc_lookup_service{state="open"} > 0',
    lasts: "30m",
    severity: "ticket",
    summary: "{{ $labels.service }} does not answer. What publications asked it is done later.",
  },
  {
    name: "SvcJobsOverdue",
    expr: "svc_job_overdue_seconds > 3600",
    severity: "ticket",
    summary: "Work has been due for an hour: 'npm run admin -- jobs' shows it.",
  },
  {
    name: "SvcJobsGivenUp",
    expr: 'sum by (kind) (svc_jobs{state="dead"}) > 0',
    severity: "ticket",
    summary: "Jobs were given up: 'npm run admin -- jobs' shows why and does them again.",
  },
];
