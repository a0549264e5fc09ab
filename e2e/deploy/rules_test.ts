import assert from "node:assert/strict";
import { parse, stringify } from "yaml";
import { ALERTS, OBJECTIVES } from "../../packages/registry/features/operating/objectives/mod.ts";
import { testRegistry } from "../../packages/registry/testing.ts";
import { programPath, testNeeding } from "../requirement.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const RULES = `${root}/deploy/prometheus/rules.yml`;
const DASHBOARD = `${root}/deploy/grafana/svc-registry.json`;

async function promtool(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(programPath("promtool"), { args })
    .output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.ok(success, said);
  return said;
}

/** Metrics of ours that a text names, without the endings that histograms add. */
function metricsOf(text: string): string[] {
  const names = text.match(/\b(?:svc|process)_[a-z_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")))];
}

Deno.test("every metric that rules and dashboard name is one that a registry has", async () => {
  await using registry = await testRegistry();
  const answer = await registry.request("/metrics", { headers: { host: "localhost" } });
  const had = new Set(
    [...(await answer.text()).matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!),
  );
  const expressions = [
    ...parse(await Deno.readTextFile(RULES)).groups.flatMap(({ rules }: { rules: Rule[] }) =>
      rules
    ),
    ...JSON.parse(await Deno.readTextFile(DASHBOARD)).panels
      .flatMap(({ targets }: { targets: Rule[] }) => targets),
  ].map(({ expr }: Rule) => expr);
  const named = metricsOf(expressions.join("\n"));
  assert.ok(named.length > 10, "no metrics were found");
  assert.deepEqual(named.filter((name) => !had.has(name)), []);
});

interface Rule {
  expr: string;
}

Deno.test("every recorded name that dashboard and alerts use is recorded", async () => {
  const rules = await Deno.readTextFile(RULES);
  const recorded = new Set([...rules.matchAll(/record: (\S+)/g)].map((match) => match[1]));
  const used = (rules + await Deno.readTextFile(DASHBOARD)).match(/\bsvc:[a-z_]+(?::\w+)?/g)!;
  assert.deepEqual([...new Set(used)].filter((name) => !recorded.has(name)), []);
});

testNeeding(["promtool"], "Prometheus takes the rules", async () => {
  assert.match(await promtool("check", "rules", RULES), /SUCCESS: \d+ rules found/);
});

/**
 * How often rules are evaluated: below the five minutes for which a recorded value counts, as groups
 * are evaluated in any order.
 */
const EVALUATED = "4m";

/** Samples a minute each, for two hours. */
const steadily = (perMinute: number) => `0+${perMinute}x120`;

const labels = (route: string, more: string) => `{route="${route}",instance="a",${more}}`;

/** Requests of a route a minute: all of them, those that failed, and those that were fast. */
function requests(route: string, all: number, failed: number, fast: number, le: string) {
  const duration = "svc_request_duration_seconds";
  const good = `status="200"`;
  return [
    { series: `svc_requests_total${labels(route, good)}`, values: steadily(all - failed) },
    { series: `svc_requests_total${labels(route, `status="500"`)}`, values: steadily(failed) },
    { series: `${duration}_count${labels(route, good)}`, values: steadily(all) },
    {
      series: `${duration}_bucket${labels(route, `${good},le="${le}"`)}`,
      values: steadily(fast),
    },
  ];
}

const HEALTHY = [
  ...requests("extensions.latest", 100_000, 1, 99_990, "0.1"),
  ...requests("extensions.search", 10_000, 0, 9_999, "0.1"),
  ...requests("extensions.confirm", 100, 0, 100, "2.5"),
  { series: `svc_store_followed{instance="a"}`, values: "1x120" },
  { series: `svc_info{instance="a",version="1"}`, values: "1x120" },
];

const replaced = (series: typeof HEALTHY) => [
  ...HEALTHY.filter((one) => !series.some(({ series }) => series === one.series)),
  ...series,
];

/** Which alerts of an objective fire at the end of two hours with these samples. */
function firing(name: string, input_series: typeof HEALTHY, alerts: Record<string, object[]>) {
  return {
    name,
    interval: "1m",
    input_series,
    alert_rule_test: ALERTS.map(({ name: alertname }) => ({
      eval_time: "2h",
      alertname,
      exp_alerts: alerts[alertname] ?? [],
    })),
  };
}

/** An alert as it is expected, with the text that the rules have for it. */
function alert(name: string, given: Record<string, string> = {}) {
  const { severity, summary } = ALERTS.find((one) => one.name === name)!;
  const said = summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => given[label]!);
  return { [name]: [{ exp_labels: { severity, ...given }, exp_annotations: { summary: said } }] };
}

/** What fires when an objective is missed by far. */
const burning = (objective: string) => ({
  ...alert("SvcBurnsFast", { objective }),
  ...alert("SvcBurnsSteadily", { objective }),
  ...alert("SvcBurnsSlowly", { objective }),
});

testNeeding(
  ["promtool"],
  "each objective that is missed fires, and a healthy registry fires nothing",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "svc-rules-" });
    try {
      const path = `${folder}/tests.yml`;
      const missed: Record<string, typeof HEALTHY> = {
        availability: requests("extensions.latest", 100_000, 5_000, 99_990, "0.1"),
        reads: requests("extensions.latest", 100_000, 1, 70_000, "0.1"),
        search: requests("extensions.search", 10_000, 0, 7_000, "0.1"),
        publish: requests("extensions.confirm", 100, 0, 70, "2.5"),
        freshness: [{ series: `svc_store_followed{instance="a"}`, values: "1 0x119" }],
      };
      assert.deepEqual(Object.keys(missed), OBJECTIVES.map(({ key }) => key));
      const tests = [
        firing("healthy", HEALTHY, {}),
        firing("silent", [], alert("SvcGone")),
        ...Object.entries(missed).map(([objective, series]) =>
          firing(objective, replaced(series), {
            ...burning(objective),
            ...(objective === "freshness" ? alert("SvcNotFollowing", { instance: "a" }) : {}),
          })
        ),
        firing(
          "damaged",
          [...HEALTHY, { series: `svc_store_damaged{instance="a"}`, values: "0 1x119" }],
          alert("SvcStoreDamaged", { instance: "a" }),
        ),
      ];
      await Deno.writeTextFile(
        path,
        stringify({ rule_files: [RULES], evaluation_interval: EVALUATED, tests }),
      );
      await promtool("test", "rules", path);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
