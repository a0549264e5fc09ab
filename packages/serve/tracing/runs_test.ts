import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import type { Repository } from "@svc/runtime/repository";
import { type CollectedSpan, type Collector, startCollector } from "@svc/fakes/collector";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { START } from "../testing/run_server.ts";

/** Runs `greet` under a trace, under one that is none, and under none; the ids of the runs. */
async function runsTraced(
  { root, config }: Repository,
  { env, counted }: Collector,
): Promise<string[]> {
  const program = new URL("../testing/traced_program.ts", import.meta.url).pathname;
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", program, root, config!],
    stdin: "piped",
    stdout: "piped",
    env: { ...env, OTEL_METRIC_EXPORT_INTERVAL: "50" },
  }).spawn();
  const reader = server.stdout.getReader();
  const url = new TextDecoder().decode((await reader.read()).value);
  const ids: string[] = [];
  for (const traceparent of [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-nothing-01`, undefined]) {
    const answer = await fetch(`${url}${START}?wait=60&token=hidden-query`, {
      method: "POST",
      headers: {
        authorization: "Bearer ada",
        "content-type": "application/json",
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      body: JSON.stringify({ inputs: { name: "hidden-input" } }),
    });
    ids.push((await answer.json()).id);
  }
  await counted((values) => values.get(DONE) === 3);
  await server.stdin.close();
  await reader.cancel();
  equal((await server.status).success, true);
  return ids;
}

const DONE = 'svc_requests_total{operation="runs.start",status="202"}';

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

Deno.test("each run is one span under its caller's trace, counted in the metrics, and tells nothing of its inputs", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using collected = startCollector();
  const ids = await runsTraced(greeter.repository, collected);
  const spans = collected.spans.filter(({ name }) => name === "svc.run");
  const said = ({ facts }: CollectedSpan, key: string) => facts[key];
  const [traced, hostile, alone] = ids.map((id) =>
    spans.find((span) => said(span, "svc.run.id") === id)
  ) as [CollectedSpan, CollectedSpan, CollectedSpan];
  equal(spans.length, 3);
  deepEqual([traced.traceId, traced.parentSpanId], [TRACE, PARENT]);
  for (const span of [hostile, alone]) {
    match(span.traceId, /^[0-9a-f]{32}$/);
    notEqual(span.traceId, TRACE);
    equal(span.parentSpanId, "", "no run belongs to the request that made room for it");
  }
  equal(said(traced, "svc.behavior"), "hello");
  equal(said(traced, "svc.method"), "greet");
  equal(said(traced, "svc.run.status"), "succeeded");
  equal(said(traced, "svc.run.initiated_by"), "token:ada");
  equal(BigInt(traced.endTimeUnixNano) > BigInt(traced.startTimeUnixNano), true);
  const all = collected.texts.join();
  equal(all.includes("hidden-input"), false, "no input leaves the machine");
  equal(all.includes("hidden-query"), false, "no address leaves the machine");
  equal(all.includes("Bearer"), false, "no credential leaves the machine");

  const { scopes, values } = await collected.counted((values) => values.get(DONE) === 3);
  deepEqual([...scopes].sort(), ["svc", "v8js"], "what Deno itself counts of requests is left out");
  equal(values.get('svc_run_duration_seconds_count{status="succeeded",trigger="api"}'), 3);
  equal(values.get('svc_runs_total{status="succeeded",trigger="api"}'), 3);
  equal(values.get('svc_run_wait_seconds_count{trigger="api",waited_for="turn"}'), 3);
  equal(values.get('svc_run_faults_total{fault="none",trigger="api"}'), 3);
  equal(values.get('svc_request_duration_seconds_count{class="waits",status="202"}'), 3);
});
