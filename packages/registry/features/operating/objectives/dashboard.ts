import { OBJECTIVES } from "./objectives.ts";

/** One chart. */
interface Panel {
  title: string;
  /** In the words of Grafana. */
  unit: "reqps" | "s" | "short" | "bytes" | "percentunit" | "bool";
  lines: readonly { expr: string; legend: string }[];
}

const only = `instance=~"$instance"`;
const rate = (metric: string, more = "") => `rate(${metric}{${only}${more}}[$__rate_interval])`;
const quantile = (of: number, metric: string, by: string) =>
  `histogram_quantile(${of}, sum by (le, ${by}) (${rate(`${metric}_bucket`)}))`;

/** A chart of one kind of lines. */
const chart = (title: string, unit: Panel["unit"], expr: string, legend: string): Panel => ({
  title,
  unit,
  lines: [{ expr, legend }],
});

const PANELS: readonly Panel[] = [
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
      { expr: `svc_database_connections{${only}}`, legend: "{{instance}} {{state}}" },
      { expr: `svc_database_waiting{${only}}`, legend: "{{instance}} waiting" },
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
      { expr: `1 - svc_store_followed{${only}}`, legend: "{{instance}} does not hear changes" },
      { expr: `svc_search_failing{${only}}`, legend: "{{instance}} cannot search" },
      { expr: `svc_store_damaged{${only}}`, legend: "{{instance}} has a damaged database" },
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
      { expr: `process_resident_memory_bytes{${only}}`, legend: "{{instance}} memory" },
      { expr: "max(svc_database_bytes)", legend: "database" },
      { expr: `svc_disk_free_bytes{${only}}`, legend: "{{instance}} free" },
    ],
  },
];

const DATASOURCE = { type: "prometheus", uid: "${datasource}" };
const [WIDTH, HEIGHT] = [12, 8];

/** The dashboard for Grafana, as its import takes it. */
export function grafanaDashboard(): string {
  const dashboard = {
    uid: "svc-registry",
    title: "svc registry",
    description: `Objectives: ${OBJECTIVES.map(({ key }) => key).join(", ")}. ` +
      "Made by npm run docs from packages/registry/features/operating/objectives.",
    tags: ["svc"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus", label: "Data source" },
        {
          name: "instance",
          type: "query",
          label: "Server",
          datasource: DATASOURCE,
          query: "label_values(svc_info, instance)",
          multi: true,
          includeAll: true,
          current: { text: "All", value: "$__all" },
          refresh: 2,
        },
      ],
    },
    panels: PANELS.map(({ title, unit, lines }, at) => ({
      id: at + 1,
      type: "timeseries",
      title,
      datasource: DATASOURCE,
      gridPos: {
        x: (at % 2) * WIDTH,
        y: Math.floor(at / 2) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: lines.map(({ expr, legend }, line) => ({
        refId: String.fromCharCode("A".charCodeAt(0) + line),
        datasource: DATASOURCE,
        expr,
        legendFormat: legend,
      })),
    })),
  };
  return JSON.stringify(dashboard, null, 2) + "\n";
}
