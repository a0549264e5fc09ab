import type { Objectives } from "@svc/http/objectives";
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

/** The rules and the dashboard of a kind of server, as they are deployed. */
export async function deployed(
  { files }: Objectives,
): Promise<{ rules: string; dashboard: string }> {
  const [rules, dashboard] = await Promise.all(
    [files.rules, files.dashboard].map((path) => Deno.readTextFile(`${root}/${path}`)),
  );
  return { rules: rules!, dashboard: dashboard! };
}

interface Rule {
  expr: string;
}

/** Metrics of ours that rules and dashboard ask for, without the endings that histograms add. */
export async function metricsAsked(held: Objectives): Promise<string[]> {
  const { rules, dashboard } = await deployed(held);
  const expressions = [
    ...parse(rules).groups.flatMap(({ rules }: { rules: Rule[] }) => rules),
    ...JSON.parse(dashboard).panels.flatMap(({ targets }: { targets: Rule[] }) => targets),
  ].map(({ expr }: Rule) => expr).join("\n");
  // What the rules record has a colon in its name.
  const names = expressions.match(/\b(?:svc|process)_[a-z_]+\b(?!:)/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")))];
}

/** The metrics in an answer of `/metrics`. */
export function metricsTold(text: string): Set<string> {
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!));
}

/** Names that dashboard and alerts use as recorded, and that no rule records. */
export async function unrecorded(held: Objectives): Promise<string[]> {
  const { rules, dashboard } = await deployed(held);
  const recorded = new Set([...rules.matchAll(/record: (\S+)/g)].map((match) => match[1]));
  const used = (rules + dashboard).match(/\bsvc(?:_serve)?:[a-z_]+(?::\w+)?/g)!;
  return [...new Set(used)].filter((name) => !recorded.has(name));
}

/** Has Prometheus read the rules. @returns what it says */
export function checkRules({ files }: Objectives): Promise<string> {
  return promtool("check", "rules", `${root}/${files.rules}`);
}

/** Samples a minute each, for two hours. */
export const steadily = (perMinute: number) => `0+${perMinute}x120`;

/** `series` with others in the place of those of the same name. */
export function replaced(series: readonly Series[], others: readonly Series[]): Series[] {
  const taken = new Set(others.map(({ series }) => series));
  return [...series.filter(({ series }) => !taken.has(series)), ...others];
}

/** An alert as it is expected, with the text that the table has for it. */
export function alert(
  { alerts }: Objectives,
  name: string,
  given: Record<string, string> = {},
): Expected {
  const { severity, summary } = alerts.find((one) => one.name === name)!;
  const said = summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => given[label] ?? "");
  return { [name]: [{ exp_labels: { severity, ...given }, exp_annotations: { summary: said } }] };
}

/** What fires when an objective is missed by far. */
export function burning(held: Objectives, labels: Record<string, string>): Expected {
  const names = held.alerts.map(({ name }) => name).filter((name) => name.includes("Burns"));
  return Object.assign({}, ...names.map((name) => alert(held, name, labels)));
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
export async function assertFiring(held: Objectives, cases: readonly Case[]): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "svc-rules-" });
  try {
    const tests = cases.map(({ name, series, fires }) => ({
      name,
      interval: "1m",
      input_series: series,
      alert_rule_test: held.alerts.map(({ name: alertname }) => ({
        eval_time: "2h",
        alertname,
        exp_alerts: fires[alertname] ?? [],
      })),
    }));
    const text = stringify({
      rule_files: [`${root}/${held.files.rules}`],
      evaluation_interval: EVALUATED,
      tests,
    });
    await Deno.writeTextFile(`${folder}/tests.yml`, text);
    await promtool("test", "rules", `${folder}/tests.yml`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
