/** Something that somebody has to look at. */
export interface Alert {
  name: string;
  /** When it fires, in the language of Prometheus. */
  expr: string;
  /** For how long that has to last; at once unless given. */
  lasts?: string;
  /** Whether it wakes somebody or waits for the morning. */
  severity: "page" | "ticket";
  /** What it means and what to do. */
  summary: string;
}

/** How fast the errors allowed in thirty days are used up, and over which windows that is seen. */
export const BURN_RATES = [
  { name: "SvcBurnsFast", rate: 14.4, windows: ["1h", "5m"], severity: "page" },
  { name: "SvcBurnsSteadily", rate: 6, windows: ["6h", "30m"], severity: "page" },
  { name: "SvcBurnsSlowly", rate: 1, windows: ["3d", "6h"], severity: "ticket" },
] as const;

/** The windows over which ratios are recorded. */
export const WINDOWS: readonly string[] = [
  ...new Set(BURN_RATES.flatMap(({ windows }) => windows)),
];

const burning: readonly Alert[] = BURN_RATES.map(({ name, rate, windows, severity }) => ({
  name,
  severity,
  expr: windows.map((window) => `svc:bad_ratio:${window} > ${rate} * svc:bad_budget`)
    .join(" and "),
  summary:
    `{{ $labels.objective }} uses up its errors ${rate} times as fast as thirty days allow. ` +
    "The dashboard shows which route.",
}));

/** Every alert. */
export const ALERTS: readonly Alert[] = [
  ...burning,
  {
    name: "SvcGone",
    expr: "absent(svc_info)",
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
