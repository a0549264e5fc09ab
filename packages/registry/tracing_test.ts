import { deepEqual, equal, ok } from "node:assert/strict";
import { type CollectedSpan, collectorEnv, startCollector } from "@svc/fakes/collector";
import { SPAN_FACTS } from "./platform/tracing/span.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { push, startProcess } from "./testing/process.ts";
import { prepared, read, secretly } from "./testing/telemetry.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const TRACEPARENT = { traceparent: `00-${TRACE}-${PARENT}-01` };
const LATEST = "/api/v1/extensions/@acme/hello/latest";

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan[] {
  return spans.filter((span) => span.name === name);
}

Deno.test("a request is a span named by its route, with what it asked the database beneath, and tells no secret", async () => {
  await using place = await prepared();
  await using collector = startCollector();
  const server = await startProcess(place.data, collector.env);
  const secrets = await secretly(server, place.key);
  equal(await read(`${server.url}${LATEST}`, TRACEPARENT), 200);
  equal(await read(`${server.url}${LATEST}`), 200);
  equal((await server.end("SIGTERM")).code, 0);

  const { spans } = collector;
  deepEqual([...new Set(spans.map(({ scope }) => scope))], ["svc"], "Deno's own are left out");
  const [confirm] = named(spans, "POST extensions.confirm");
  equal(confirm!.kind, 2);
  equal(confirm!.facts["http.response.status_code"], 200);
  equal(confirm!.facts["svc.caller"], "personalKey");
  const beneath = spans.filter(({ parentSpanId }) => parentSpanId === confirm!.spanId);
  ok(beneath.some(({ name }) => name === "analysis"));
  ok(beneath.some(({ name }) => name === "query insert extension_version"));
  ok(beneath.every(({ traceId }) => traceId === confirm!.traceId));

  const reads = named(spans, "GET extensions.latest");
  equal(reads.length, 2, "answers that are kept have spans, too");
  ok(reads.every(({ traceId, parentSpanId }) => traceId !== TRACE && parentSpanId === ""));
  deepEqual(named(spans, "GET none").map(({ status }) => status), []);

  const sent = collector.texts.join();
  for (const secret of secrets) equal(sent.includes(secret), false, secret);
  for (const { facts } of spans) {
    for (const key of Object.keys(facts)) ok(Object.hasOwn(SPAN_FACTS, key), key);
  }
});

Deno.test("a trace goes on where a trusted proxy says so", async () => {
  await using place = await prepared();
  await using collector = startCollector();
  const server = await startProcess(place.data, {
    ...collector.env,
    SVC_TRUSTED_PROXIES: "127.0.0.1",
  });
  await read(`${server.url}/api/v1/extensions/search?q=one`, TRACEPARENT);
  await read(`${server.url}/api/v1/extensions/search?q=two`, { traceparent: "00-x-y-01" });
  await server.end("SIGTERM");
  const [one, two] = named(collector.spans, "GET extensions.search");
  deepEqual([one!.traceId, one!.parentSpanId], [TRACE, PARENT]);
  ok(two!.traceId !== TRACE && two!.parentSpanId === "");
});

Deno.test("a job is part of the trace of the request that it is from, with what it asked of others beneath", async () => {
  await using place = await prepared();
  await using collector = startCollector();
  const told: (string | null)[] = [];
  await using service = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ headers }) => {
      told.push(headers.get("traceparent"));
      return new Response(null, { status: 500 });
    },
  );
  const host = `127.0.0.1:${service.addr.port}`;
  const away = ["SVC_OSV_URL", "SVC_NPM_REGISTRY_URL", "SVC_NPM_DOWNLOADS_URL"]
    .map((name) => [name, `http://${host}`] as const);
  const server = await startProcess(place.data, {
    ...collector.env,
    ...Object.fromEntries(away),
    OTEL_BSP_SCHEDULE_DELAY: "50",
    SVC_LOOKUP_MS: "60000",
  });
  const source = `import pad from "npm:left-pad@1.0.0";\n/** It. */\nexport const it = pad;\n`;
  ok(await push(server.url, place.key, "2026.01.02.1", await packageOf({ source })));
  const job = await collector.arrived("job audit");
  await server.end("SIGTERM");

  const { spans } = collector;
  const [confirm] = named(spans, "POST extensions.confirm");
  deepEqual([job.traceId, job.parentSpanId], [confirm!.traceId, confirm!.spanId]);
  const lookups = named(spans, `lookup ${host}`).map(({ parentSpanId }) => parentSpanId);
  ok(lookups.includes(job.spanId) && lookups.includes(confirm!.spanId));
  ok(told.length > 0 && told.every((traceparent) => traceparent === null), "nobody is told");
});

Deno.test("a collector that takes no answer out of its hands neither slows nor stops the registry", async () => {
  await using place = await prepared();
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const held: Deno.Conn[] = [];
  const accepting = (async () => {
    for await (const connection of silent) held.push(connection);
  })();
  const url = `http://127.0.0.1:${(silent.addr as Deno.NetAddr).port}`;
  const server = await startProcess(place.data, {
    ...collectorEnv(url),
    OTEL_BSP_SCHEDULE_DELAY: "1",
    OTEL_METRIC_EXPORT_INTERVAL: "1",
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
  });
  for (let n = 0; n < 50; n++) equal(await read(`${server.url}/healthz`), 200);
  equal((await server.end("SIGTERM")).code, 0);
  ok(held.length > 0, "something was sent");
  for (const connection of held) connection.close();
  silent.close();
  await accepting.catch(() => {});
});

Deno.test("without OTEL_DENO no module of tracing is loaded", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", `${import.meta.dirname}/main.ts`],
  }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout));
  const graph = new Map<string, { dependencies?: Dependency[] }>(
    modules.map((module: { specifier: string }) => [module.specifier, module]),
  );
  const loaded = new Set<string>();
  const visit = (url: string) => {
    if (loaded.has(url)) return;
    loaded.add(url);
    for (const { isDynamic, code } of graph.get(url)?.dependencies ?? []) {
      if (!isDynamic && code?.specifier !== undefined) visit(code.specifier);
    }
  };
  visit(new URL("main.ts", import.meta.url).href);
  ok(loaded.size > 100, "the modules were not found");
  const ours = [...loaded].filter((url) => /\/(?:tracing|http\/tracing)\/[a-z_]+\.ts$/.test(url));
  deepEqual(ours.map((url) => url.split("/").at(-1)).sort(), [
    "is_tracing.ts",
    "mod.ts",
    "span.ts",
    "start.ts",
  ]);
});

interface Dependency {
  isDynamic?: boolean;
  code?: { specifier?: string };
}
