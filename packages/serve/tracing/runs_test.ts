import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import type { Repository } from "@svc/runtime/repository";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { START } from "../testing/run_server.ts";
import { isTracing } from "./is_tracing.ts";

interface Span {
  name: string;
  traceId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string } }[];
  status: { code?: number };
}

/** Takes spans as a collector does (OTLP over HTTP, as JSON). */
function collector() {
  const spans: Span[] = [];
  const texts: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const text = await request.text();
    if (new URL(request.url).pathname === "/v1/traces") {
      texts.push(text);
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
    }
    return Response.json({});
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    spans,
    texts,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Runs `greet` under a trace, under one that is none, and under none; the ids of the runs. */
async function runsTraced({ root, config }: Repository, collector: string): Promise<string[]> {
  const program = new URL("../testing/traced_program.ts", import.meta.url).pathname;
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", program, root, config!],
    stdin: "piped",
    stdout: "piped",
    env: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    },
  }).spawn();
  const reader = server.stdout.getReader();
  const url = new TextDecoder().decode((await reader.read()).value);
  const ids: string[] = [];
  for (const traceparent of [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-nothing-01`, undefined]) {
    const answer = await fetch(`${url}${START}?wait=60`, {
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
  await server.stdin.close();
  await reader.cancel();
  equal((await server.status).success, true);
  return ids;
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

Deno.test("each run is one span under its caller's trace, and tells nothing of its inputs", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using collected = collector();
  const ids = await runsTraced(greeter.repository, collected.url);
  const spans = collected.spans.filter(({ name }) => name === "svc.run");
  const said = (span: Span, key: string) =>
    span.attributes.find((attribute) => attribute.key === key)?.value.stringValue;
  const [traced, hostile, alone] = ids.map((id) =>
    spans.find((span) => said(span, "svc.run.id") === id)
  ) as [Span, Span, Span];
  equal(spans.length, 3);
  deepEqual([traced.traceId, traced.parentSpanId], [TRACE, PARENT]);
  for (const span of [hostile, alone]) {
    match(span.traceId, /^[0-9a-f]{32}$/);
    notEqual(span.traceId, TRACE);
    equal(span.parentSpanId ?? "", "", "no run belongs to the request that made room for it");
  }
  equal(said(traced, "svc.behavior"), "hello");
  equal(said(traced, "svc.method"), "greet");
  equal(said(traced, "svc.run.status"), "succeeded");
  equal(said(traced, "svc.run.initiated_by"), "token:ada");
  equal(BigInt(traced.endTimeUnixNano) > BigInt(traced.startTimeUnixNano), true);
  const all = collected.texts.join();
  equal(all.includes("hidden-input"), false, "no input leaves the machine");
  equal(all.includes("Bearer"), false, "no credential leaves the machine");
});

Deno.test("tracing is on when Deno makes traces, and off otherwise", () => {
  const on = (value: string | undefined) => isTracing(() => value);
  deepEqual(["true", "1", "false", "0", "", undefined].map(on), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
