import {
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { isSvcError } from "@svc/core/error";
import type { SpanFacts, SpanName, Spans } from "./span.ts";
import { contextOf, currentTraceparent } from "./traceparent.ts";

/** Work that waits for others. */
const OUTGOING: readonly SpanName[] = ["query", "lookup", "bucket"];

/** Makes spans with `tracer`. */
export function spansOf(tracer: Tracer): Spans {
  return {
    current: currentTraceparent,
    async around(name, facts, work, traceparent) {
      const before = traceparent ? contextOf(traceparent) : context.active();
      const options = { kind: kindOf(name), attributes: facts };
      const span = tracer.startSpan(named(name, facts), options, before);
      // No service is told of the trace: Deno would send it along.
      const within = OUTGOING.includes(name) ? ROOT_CONTEXT : trace.setSpan(before, span);
      try {
        return await context.with(within, () => work((more) => void span.setAttributes(more)));
      } catch (error) {
        fail(span, failureOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    past(name, facts, { milliseconds, failed }) {
      if (trace.getActiveSpan() === undefined) return;
      const now = Date.now();
      const span = tracer.startSpan(named(name, facts), {
        kind: kindOf(name),
        attributes: facts,
        startTime: now - milliseconds,
      });
      if (failed) fail(span, "error");
      span.end(now);
    },
  };
}

/** Says that a span's work failed, and how, without a word of the failure itself. */
export function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function kindOf(name: SpanName): SpanKind {
  return OUTGOING.includes(name) ? SpanKind.CLIENT : SpanKind.INTERNAL;
}

function named(name: SpanName, facts: SpanFacts): string {
  const what = facts["db.operation.name"] ?? facts["svc.job"] ?? facts["svc.service"] ??
    facts["http.request.method"];
  const table = facts["db.collection.name"];
  return [name, what, table].filter((word) => word !== undefined).join(" ");
}

function failureOf(error: unknown): string {
  return isSvcError(error) ? error.code : error instanceof Error ? error.name : "error";
}
