import { chart, CHOSEN, type Panel, quantile, rate } from "@svc/http/objectives";

/** The charts of the dashboard. */
export const PANELS: readonly Panel[] = [
  chart(
    "Bad share of the last hour, by objective",
    "percentunit",
    "svc:bad_ratio:1h",
    "{{objective}}",
  ),
  chart("Allowed bad share", "percentunit", "svc:bad_budget", "{{objective}}"),
  chart(
    "Requests by status",
    "reqps",
    `sum by (status) (${rate("svc_requests_total")})`,
    "{{status}}",
  ),
  chart(
    "Failures by route",
    "reqps",
    `sum by (route) (${rate("svc_requests_total", `,status=~"5.."`)})`,
    "{{route}}",
  ),
  chart(
    "Duration by route, 99 of 100",
    "s",
    quantile(0.99, "svc_request_duration_seconds", "route"),
    "{{route}}",
  ),
  chart(
    "Share of answers that were kept",
    "percentunit",
    `sum(${rate("svc_ready_answers_total")}) / sum(${rate("svc_requests_total")})`,
    "kept",
  ),
  chart(
    "Statements",
    "reqps",
    `sum by (kind) (${rate("svc_query_duration_seconds_count")})`,
    "{{kind}}",
  ),
  chart(
    "Duration of statements, 99 of 100",
    "s",
    quantile(0.99, "svc_query_duration_seconds", "kind"),
    "{{kind}}",
  ),
  chart(
    "Delay of the event loop, 999 of 1000",
    "s",
    quantile(0.999, "svc_event_loop_delay_seconds", "instance"),
    "{{instance}}",
  ),
  {
    title: "Connections to Postgres",
    unit: "short",
    lines: [
      { expr: `svc_database_connections{${CHOSEN}}`, legend: "{{instance}} {{state}}" },
      { expr: `svc_database_waiting{${CHOSEN}}`, legend: "{{instance}} waiting" },
    ],
  },
  chart("Jobs", "short", "max by (kind, state) (svc_jobs)", "{{kind}} {{state}}"),
  chart("Oldest job that is due", "s", "max(svc_job_overdue_seconds)", "overdue"),
  chart(
    "Outside services left alone",
    "bool",
    `max by (service) (svc_lookup_service{state="open"})`,
    "{{service}}",
  ),
  {
    title: "Servers in trouble",
    unit: "bool",
    lines: [
      { expr: `1 - svc_store_followed{${CHOSEN}}`, legend: "{{instance}} does not hear changes" },
      { expr: `svc_search_failing{${CHOSEN}}`, legend: "{{instance}} cannot search" },
      { expr: `svc_store_damaged{${CHOSEN}}`, legend: "{{instance}} has a damaged database" },
    ],
  },
  {
    title: "Extensions, versions, accounts",
    unit: "short",
    lines: [
      { expr: "max(svc_extensions)", legend: "extensions" },
      { expr: "max(svc_extension_versions)", legend: "versions" },
      { expr: "max(svc_users)", legend: "accounts" },
    ],
  },
  {
    title: "Memory and disk",
    unit: "bytes",
    lines: [
      { expr: `process_resident_memory_bytes{${CHOSEN}}`, legend: "{{instance}} memory" },
      { expr: "max(svc_database_bytes)", legend: "database" },
      { expr: `svc_disk_free_bytes{${CHOSEN}}`, legend: "{{instance}} free" },
    ],
  },
];
