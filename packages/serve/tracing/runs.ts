import { ownSpans } from "@svc/http/own-spans";
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { RunObserver } from "../runs/observer.ts";
import type { RunRow, Wanted } from "../runs/row.ts";

/**
 * Does each run in a span of its own, which goes where Deno sends its telemetry. It tells what was run,
 * by whom and how it ended: no inputs, no messages, nothing that a method or its data says.
 *
 * @param version of svc
 */
export function tracedRuns(version: string): RunObserver["around"] {
  const tracer = ownSpans(version);
  return async (row, work) => {
    const options = {
      kind: SpanKind.INTERNAL,
      // From when it was accepted: the wait in the queue is part of what its caller waits for.
      startTime: new Date(row.queued_at),
      attributes: attributesOf(row),
    };
    return await tracer.startActiveSpan("svc.run", options, parentOf(row), async (span) => {
      span.addEvent("begun");
      try {
        const ending = await work();
        const { status, error } = ending;
        span.setAttribute("svc.run.status", status);
        if (error !== undefined) span.setAttribute("error.type", error.code);
        span.setStatus({
          code: status === "succeeded" ? SpanStatusCode.OK : SpanStatusCode.ERROR,
        });
        return ending;
      } finally {
        span.end();
      }
    });
  };
}

function attributesOf(row: RunRow) {
  return {
    "svc.run.id": row.id,
    "svc.behavior": row.behavior,
    "svc.method": row.method,
    "svc.run.trigger": row.triggered_by,
    "svc.run.initiated_by": row.initiated_by,
  };
}

/** The trace of the request; one that the caller has not named begins here. */
function parentOf(row: RunRow) {
  const { traceparent } = JSON.parse(row.request) as Wanted;
  // Not that of the request or run that happened to make room for this one.
  const none = trace.deleteSpan(context.active());
  return traceparent === undefined ? none : propagation.extract(none, { traceparent });
}
