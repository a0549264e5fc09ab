import { type CollectedMetrics, collectedMetrics } from "./metrics.ts";

/** A span as it arrived (OTLP over HTTP, as JSON). */
export interface CollectedSpan {
  /** Who made it: svc, or Deno itself. */
  scope: string;
  name: string;
  /** 1 is internal, 2 of a server, 3 of a client. */
  kind: number;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** 2 is a failure. */
  status: number;
  facts: Readonly<Record<string, string | number>>;
}

/** A stand-in for a collector of OpenTelemetry. */
export interface Collector extends AsyncDisposable {
  url: string;
  spans: CollectedSpan[];
  /** Everything that arrived, as it was sent. */
  texts: string[];
  /** Metrics in the order of their arrival; each holds everything that was counted until then. */
  metrics: CollectedMetrics[];
  /** Settles when a span of that name has arrived. */
  arrived(name: string): Promise<CollectedSpan>;
  /** Settles when such metrics have arrived. */
  counted(such: (values: CollectedMetrics["values"]) => boolean): Promise<CollectedMetrics>;
  /** The environment in which Deno sends everything here. */
  env: Readonly<Record<string, string>>;
}

interface Sent {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string | number> }[];
  status: { code?: number };
}

/** Starts a collector that takes everything. */
export function startCollector(): Collector {
  const spans: CollectedSpan[] = [];
  const metrics: CollectedMetrics[] = [];
  const texts: string[] = [];
  const looks = new Set<() => void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const text = await request.text();
    texts.push(text);
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/metrics") metrics.push(collectedMetrics(text));
    if (pathname === "/v1/traces") {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const { scope, spans: sent } of scopeSpans) {
          spans.push(...sent.map((one: Sent) => collected(one, scope.name)));
        }
      }
    }
    for (const look of looks) look();
    return Response.json({});
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const found = async <Thing>(find: () => Thing | undefined): Promise<Thing> => {
    const there = Promise.withResolvers<Thing>();
    const look = () => {
      const thing = find();
      if (thing !== undefined) there.resolve(thing);
    };
    looks.add(look);
    look();
    return await there.promise.finally(() => looks.delete(look));
  };
  return {
    url,
    spans,
    metrics,
    texts,
    arrived: (name) => found(() => spans.find((one) => one.name === name)),
    counted: (such) => found(() => metrics.find(({ values }) => such(values))),
    env: collectorEnv(url),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The environment in which Deno sends what it collects to `url`. */
export function collectorEnv(url: string): Record<string, string> {
  return {
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
}

function collected({ attributes, status, parentSpanId = "", ...sent }: Sent, scope: string) {
  const facts = attributes.map(({ key, value }) => [key, Object.values(value)[0]!] as const);
  return {
    ...sent,
    scope,
    parentSpanId,
    status: status.code ?? 0,
    facts: Object.fromEntries(facts),
  };
}
