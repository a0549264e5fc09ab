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

const PANELS: readonly Panel[] = [
  {
    title: "Bad share of the last hour, by objective",
    unit: "percentunit",
    lines: [{ expr: "svc:bad_ratio:1h", legend: "{{objective}}" }],
  },
  {
    title: "Allowed bad share",
    unit: "percentunit",
    lines: [{ expr: "svc:bad_budget", legend: "{{objective}}" }],
  },
  {
    title: "Requests by status",
    unit: "reqps",
    lines: [{ expr: `sum by (status) (${rate("svc_requests_total")})`, legend: "{{status}}" }],
  },
  {
    title: "Failures by route",
    unit: "reqps",
    lines: [{
      expr: `sum by (route) (${rate("svc_requests_total", `,status=~"5.."`)})`,
      legend: "{{route}}",
    }],
  },
  {
    title: "Duration by route, 99 of 100",
    unit: "s",
    lines: [{ expr: quantile(0.99, "svc_request_duration_seconds", "route"), legend: "{{route}}" }],
  },
  {
    title: "Share of answers that were kept",
    unit: "percentunit",
    lines: [{
      expr: `sum(${rate("svc_ready_answers_total")}) / sum(${rate("svc_requests_total")})`,
      legend: "kept",
    }],
  },
  {
    title: "Statements",
    unit: "reqps",
    lines: [{
      expr: `sum by (kind) (${rate("svc_query_duration_seconds_count")})`,
      legend: "{{kind}}",
    }],
  },
  {
    title: "Duration of statements, 99 of 100",
    unit: "s",
    lines: [{ expr: quantile(0.99, "svc_query_duration_seconds", "kind"), legend: "{{kind}}" }],
  },
  {
    title: "Delay of the event loop, 999 of 1000",
    unit: "s",
    lines: [{
      expr: quantile(0.999, "svc_event_loop_delay_seconds", "instance"),
      legend: "{{instance}}",
    }],
  },
  {
    title: "Connections to Postgres",
    unit: "short",
    lines: [
      { expr: `svc_database_connections{${only}}`, legend: "{{instance}} {{state}}" },
      { expr: `svc_database_waiting{${only}}`, legend: "{{instance}} waiting" },
    ],
  },
  {
    title: "Jobs",
    unit: "short",
    lines: [{ expr: "max by (kind, state) (svc_jobs)", legend: "{{kind}} {{state}}" }],
  },
  {
    title: "Oldest job that is due",
    unit: "s",
    lines: [{ expr: "max(svc_job_overdue_seconds)", legend: "overdue" }],
  },
  {
    title: "Outside services left alone",
    unit: "bool",
    lines: [{
      expr: `max by (service) (svc_lookup_service{state="open"})`,
      legend: "{{service}}",
    }],
  },
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
