import { isTracing } from "@svc/http/tracing";
import { traceWith } from "./span.ts";
import type { Answering } from "./requests.ts";

/** The traces of this process. */
export interface Tracing {
  /** Has each request answered in a span. */
  requests(config: { trustedProxies: readonly string[] }, answering: Answering): Answering;
}

/**
 * Begins to make spans, where the process is configured to; elsewhere nothing of this is loaded.
 * Deno sends them (OTLP), in the background and from a bounded queue.
 *
 * @throws SvcError `unavailable` when spans could not be kept from telling secrets
 */
export async function startTracing(
  env: (name: string) => string | undefined,
  version: string,
): Promise<Tracing | undefined> {
  if (!isTracing(env)) return undefined;
  const { ownSpans } = await import("@svc/http/own-spans");
  const { spansOf } = await import("./spans.ts");
  const { tracedRequests } = await import("./requests.ts");
  const tracer = ownSpans(version);
  traceWith(spansOf(tracer));
  return { requests: (config, answering) => tracedRequests(tracer, config, answering) };
}
