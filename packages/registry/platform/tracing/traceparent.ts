import { type Context, isSpanContextValid, ROOT_CONTEXT, trace } from "@opentelemetry/api";

/** The header that says what trace something is part of (W3C Trace Context). */
export const TRACEPARENT = "traceparent";

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The context that a `traceparent` names; one without a trace when it is none. */
export function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = FORM.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const named = { traceId, spanId, traceFlags: parseInt(flags!, 16) & 1, isRemote: true };
  return isSpanContextValid(named) ? trace.setSpanContext(ROOT_CONTEXT, named) : ROOT_CONTEXT;
}

/** What names the work of this moment to others; undefined outside of a trace. */
export function currentTraceparent(): string | undefined {
  const now = trace.getActiveSpan()?.spanContext();
  if (now === undefined || !isSpanContextValid(now)) return undefined;
  return `00-${now.traceId}-${now.spanId}-${String(now.traceFlags & 1).padStart(2, "0")}`;
}
