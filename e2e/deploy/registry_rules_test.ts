import assert from "node:assert/strict";
import { testRegistry } from "../../packages/registry/testing.ts";
import { testNeeding } from "../requirement.ts";
import {
  alert,
  assertFiring,
  burning,
  checkRules,
  metricsAsked,
  metricsTold,
  readDeployed,
  replaced,
  type Series,
  sharesOf,
  sharesTold,
  steadily,
  unlikeWindows,
  unrecorded,
} from "./rules.ts";

const DEPLOYED = readDeployed("rules.yml", "svc-registry.json");

Deno.test("every metric that rules and dashboard name is one that a registry has", async () => {
  await using registry = await testRegistry();
  const answer = await registry.request("/metrics", { headers: { host: "localhost" } });
  const told = metricsTold(await answer.text());
  const asked = metricsAsked(DEPLOYED);
  assert.ok(asked.length > 10, "no metrics were found");
  assert.deepEqual(asked.filter((name) => !told.has(name)), []);
});

Deno.test("every recorded name that dashboard and alerts use is recorded", () => {
  assert.deepEqual(unrecorded(DEPLOYED), []);
});

Deno.test("a ratio is computed alike over every window", () => {
  assert.deepEqual(unlikeWindows(DEPLOYED), []);
});

Deno.test("the page of objectives says what the rules have", () => {
  assert.deepEqual(sharesTold("A registry"), sharesOf(DEPLOYED));
});

testNeeding(["promtool"], "Prometheus takes the rules", async () => {
  assert.match(await checkRules(DEPLOYED), /SUCCESS: \d+ rules found/);
});

const labels = (route: string, more: string) => `{route="${route}",instance="a",${more}}`;

/** Requests of a route a minute: all of them, those that failed, and those that were fast. */
function requests(route: string, all: number, failed: number, fast: number, le: string): Series[] {
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
  { series: `svc_info{instance="a",server="registry",version="1"}`, values: "1x120" },
];

/** A server of a repository that the same Prometheus asks, all of whose answers are failures. */
const BROKEN_SERVE = [
  { series: `svc_requests_total{operation="runs.start",status="500"}`, values: steadily(1e6) },
  { series: `svc_info{instance="b",server="serve",version="1"}`, values: "1x120" },
];

testNeeding(
  ["promtool"],
  "each objective that is missed fires, and a healthy registry fires nothing",
  async () => {
    const missed: Record<string, Series[]> = {
      availability: requests("extensions.latest", 100_000, 5_000, 99_990, "0.1"),
      reads: requests("extensions.latest", 100_000, 1, 70_000, "0.1"),
      search: requests("extensions.search", 10_000, 0, 7_000, "0.1"),
      publish: requests("extensions.confirm", 100, 0, 70, "2.5"),
      freshness: [{ series: `svc_store_followed{instance="a"}`, values: "1 0x119" }],
    };
    assert.deepEqual(Object.keys(missed), Object.keys(sharesOf(DEPLOYED)));
    const gone = alert(DEPLOYED, "SvcGone", { server: "registry" });
    await assertFiring(DEPLOYED, [
      { name: "healthy", series: HEALTHY, fires: {} },
      { name: "silent", series: [], fires: gone },
      { name: "beside a broken svc serve", series: [...HEALTHY, ...BROKEN_SERVE], fires: {} },
      { name: "gone beside svc serve", series: BROKEN_SERVE, fires: gone },
      ...Object.entries(missed).map(([objective, series]) => ({
        name: objective,
        series: replaced(HEALTHY, series),
        fires: {
          ...burning(DEPLOYED, { objective }),
          ...(objective === "freshness"
            ? alert(DEPLOYED, "SvcNotFollowing", { instance: "a" })
            : {}),
        },
      })),
      {
        name: "damaged",
        series: [...HEALTHY, { series: `svc_store_damaged{instance="a"}`, values: "0 1x119" }],
        fires: alert(DEPLOYED, "SvcStoreDamaged", { instance: "a" }),
      },
    ]);
  },
);
