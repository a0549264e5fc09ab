import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { isTrustedProxy } from "@svc/http/input";
import type {
  AccessRecord,
  Answer,
  Ended,
  ListenOptions,
  PreparedAnswer,
} from "@svc/http/listener";
import type { SpanFacts } from "./span.ts";
import { fail } from "./spans.ts";
import { contextOf, TRACEPARENT } from "./traceparent.ts";

/** Everything that a listener is given to answer with. */
export interface Answering {
  answer: Answer;
  prepared: PreparedAnswer;
  ended: NonNullable<ListenOptions["ended"]>;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

/**
 * Answers each request in a span, also those that were answered before (`access/response_cache`). It is named
 * by what answered it. A trace is continued only where a trusted proxy says so: others could have
 * everything recorded, or name traces that are not theirs.
 */
export function tracedRequests(
  tracer: Tracer,
  { trustedProxies }: { trustedProxies: readonly string[] },
  { answer, prepared, ended }: Answering,
): Answering {
  const spans = new WeakMap<AccessRecord, Span>();
  const begin = (
    headers: Pick<Headers, "get">,
    { remoteAddress, record }: Parameters<Answer>[1],
  ): Context => {
    const traceparent = isTrustedProxy(remoteAddress, trustedProxies) && headers.get(TRACEPARENT);
    const before = traceparent ? contextOf(traceparent) : ROOT_CONTEXT;
    const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, before);
    if (record !== undefined) spans.set(record, span);
    return trace.setSpan(before, span);
  };
  return {
    answer(request, bindings) {
      return context.with(begin(request.headers, bindings), () => answer(request, bindings));
    },
    prepared(request, bindings) {
      const reply = prepared(request, bindings);
      if (reply !== undefined) begin(request.headers, bindings);
      return reply;
    },
    ended(exchange) {
      const span = spans.get(exchange.record);
      if (span !== undefined) end(span, exchange);
      ended(exchange);
    },
  };
}

/** Says how a request was answered, in the words of the route and not of the request. */
function end(span: Span, { method, status, record }: Ended): void {
  const route = record.route ?? "none";
  const known = METHODS.includes(method) ? method : "_OTHER";
  span.updateName(`${known} ${route}`);
  span.setAttributes(
    {
      "http.request.method": known,
      "http.route": route,
      "http.response.status_code": status,
      "svc.request.id": record.requestId,
      "svc.caller": record.caller?.split(":", 1)[0],
    } satisfies SpanFacts,
  );
  if (status >= 500 || status === 0) fail(span, status === 0 ? "aborted" : String(status));
  span.end();
}
