import assert from "node:assert/strict";
import { parse, stringify } from "yaml";
import { programPath } from "../requirement.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** Samples as `promtool test rules` takes them. */
export interface Series {
  series: string;
  values: string;
}

/** Alerts that are expected, by their names. */
export type Expected = Record<string, object[]>;

/** Has promtool look at something. @returns what it says, once it is content */
async function promtool(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(programPath("promtool"), { args })
    .output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.ok(success, said);
  return said;
}

interface Rule {
  expr: string;
  record?: string;
  alert?: string;
  labels: Record<string, string>;
  annotations?: { summary: string };
}

/** What is deployed to watch a kind of server. */
export interface Deployed {
  /** Where Prometheus finds the rules. */
  path: string;
  rules: readonly Rule[];
  /** The charts of the dashboard. */
  targets: readonly { expr: string }[];
}

/** The rules for Prometheus and the dashboard for Grafana, by their files below `deploy`. */
export function readDeployed(rules: string, dashboard: string): Deployed {
  const path = `${root}/deploy/prometheus/${rules}`;
  const { groups } = parse(Deno.readTextFileSync(path)) as { groups: { rules: Rule[] }[] };
  const { panels } = JSON.parse(
    Deno.readTextFileSync(`${root}/deploy/grafana/${dashboard}`),
  ) as { panels: { targets: { expr: string }[] }[] };
  return {
    path,
    rules: groups.flatMap(({ rules }) => rules),
    targets: panels.flatMap(({ targets }) => targets),
  };
}

const expressions = ({ rules, targets }: Deployed) =>
  [...rules, ...targets].map(({ expr }) => expr).join("\n");

/** Metrics of ours that rules and dashboard ask for, without the endings that histograms add. */
export function metricsAsked(deployed: Deployed): string[] {
  // What the rules record has a colon in its name.
  const names = expressions(deployed).match(/\b(?:svc|process)_[a-z_]+\b(?!:)/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")))];
}

/** The objectives, by the share that is to be good. */
export function sharesOf({ rules }: Deployed): Record<string, string> {
  return Object.fromEntries(
    rules.filter(({ record }) => record?.endsWith(":bad_budget")).map(({ labels, expr }) => {
      const [, bad] = /^vector\((.+)\)$/.exec(expr)!;
      return [labels["objective"]!, `${Number((100 - 100 * Number(bad)).toFixed(3))} %`];
    }),
  );
}

/** The objectives in a section of the page that explains them, by the share it says. */
export function sharesTold(title: string): Record<string, string> {
  const page = Deno.readTextFileSync(`${root}/docs/objectives.md`);
  const section = page.split("\n## ").find((text) => text.startsWith(`${title}\n`))!;
  return Object.fromEntries(
    [...section.matchAll(/^\| (\w+) +\| .* \| ([\d.]+ %) +\|$/gm)]
      .map(([, objective, share]) => [objective!, share!]),
  );
}

/** Ratios of an objective that are not the same in every window: the objectives. */
export function unlikeWindows({ rules }: Deployed): string[] {
  const ratios = rules.filter(({ record }) => record?.includes(":bad_ratio:"));
  const windows = new Set(ratios.map(({ record }) => record));
  const kinds = Map.groupBy(ratios, ({ labels }) => labels["objective"]!);
  return [...kinds].filter(([, ratios]) => {
    const written = ratios.map(({ record, expr }) =>
      expr.replaceAll(`[${record!.split(":").at(-1)}]`, "[window]")
    );
    return written.length !== windows.size || new Set(written).size > 1;
  }).map(([objective]) => objective);
}

/** The metrics in an answer of `/metrics`. */
export function metricsTold(text: string): Set<string> {
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!));
}

/** Names that dashboard and alerts use as recorded, and that no rule records. */
export function unrecorded(deployed: Deployed): string[] {
  const recorded = new Set(deployed.rules.map(({ record }) => record));
  const used = expressions(deployed).match(/\bsvc(?:_serve)?:[a-z_]+(?::\w+)?/g)!;
  return [...new Set(used)].filter((name) => !recorded.has(name));
}

/** Has Prometheus read the rules. @returns what it says */
export function checkRules({ path }: Deployed): Promise<string> {
  return promtool("check", "rules", path);
}

/** Samples a minute each, for two hours. */
export const steadily = (perMinute: number) => `0+${perMinute}x120`;

/** `series` with others in the place of those of the same name. */
export function replaced(series: readonly Series[], others: readonly Series[]): Series[] {
  const taken = new Set(others.map(({ series }) => series));
  return [...series.filter(({ series }) => !taken.has(series)), ...others];
}

const alertsOf = ({ rules }: Deployed) => rules.flatMap(({ alert }) => alert ?? []);

/** An alert as it is expected, with the text that the rules have for it. */
export function alert(
  { rules }: Deployed,
  name: string,
  given: Record<string, string> = {},
): Expected {
  const { labels, annotations } = rules.find((rule) => rule.alert === name)!;
  const summary = annotations!.summary.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, label) => given[label] ?? "",
  );
  return { [name]: [{ exp_labels: { ...labels, ...given }, exp_annotations: { summary } }] };
}

/** What fires when an objective is missed by far. */
export function burning(deployed: Deployed, labels: Record<string, string>): Expected {
  const names = alertsOf(deployed).filter((name) => name.includes("Burns"));
  return Object.assign({}, ...names.map((name) => alert(deployed, name, labels)));
}

/**
 * How often rules are evaluated: below the five minutes for which a recorded value counts, as groups
 * are evaluated in any order.
 */
const EVALUATED = "4m";

/** Two hours of samples, and every alert that they make fire. */
export interface Case {
  name: string;
  series: readonly Series[];
  fires: Expected;
}

/** Has Prometheus compute the alerts of each case, and compares all of them with what is expected. */
export async function assertFiring(deployed: Deployed, cases: readonly Case[]): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "svc-rules-" });
  try {
    const tests = cases.map(({ name, series, fires }) => ({
      name,
      interval: "1m",
      input_series: series,
      alert_rule_test: alertsOf(deployed).map((alertname) => ({
        eval_time: "2h",
        alertname,
        exp_alerts: fires[alertname] ?? [],
      })),
    }));
    const text = stringify({
      rule_files: [deployed.path],
      evaluation_interval: EVALUATED,
      tests,
    });
    await Deno.writeTextFile(`${folder}/tests.yml`, text);
    await promtool("test", "rules", `${folder}/tests.yml`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
