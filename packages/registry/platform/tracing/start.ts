import type { SendMetrics } from "@svc/http/send-metrics";
import { isSendingMetrics, isTracing } from "@svc/http/tracing";
import { traceWith } from "./span.ts";
import type { Answering } from "./requests.ts";

/** Reads a variable of the environment. */
type Env = (name: string) => string | undefined;

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
  env: Env,
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

/**
 * Begins to send metrics, where the process is configured to; call it before anything is counted.
 *
 * @throws SvcError `unavailable` when what Deno itself counts could not be left out
 */
export async function startMetrics(env: Env, version: string): Promise<SendMetrics | undefined> {
  if (!isSendingMetrics(env)) return undefined;
  const { startSending } = await import("@svc/http/send-metrics");
  return startSending(version);
}
