import { SvcError } from "@svc/core/error";
import type { Span, Tracer } from "@opentelemetry/api";
import { unknownDeno } from "./unknown_deno.ts";

/** What Deno makes spans with, as far as it is needed here. */
interface Made {
  prototype: { startSpan: Tracer["startSpan"] };
}

/** Makes a span that goes nowhere. */
type Nothing = new (none: null) => Span;

/**
 * A tracer, and from now on the only one of this process whose spans leave it. Deno itself makes a
 * span for each request that comes or goes, with the whole address, and signed links carry their
 * secret there; with failures it has their whole text. No setting leaves these out.
 *
 * @throws SvcError `unavailable` when this Deno makes its spans in another way than the one that svc
 *   is tested with: rather none than one that tells a secret
 */
export function ownSpans(version: string): Tracer {
  const tracer = Deno.telemetry.tracerProvider.getTracer("svc", version) as Tracer;
  const { prototype } = tracer.constructor as unknown as Made;
  const startSpan = prototype.startSpan;
  const first = startSpan.call(tracer, "svc.start");
  const nothing = nothingLike(first);
  prototype.startSpan = function (this: Tracer, ...given) {
    return this === tracer ? startSpan.apply(this, given) : nothing;
  };
  const others = Deno.telemetry.tracerProvider.getTracer("other") as Tracer;
  if (others.startSpan("svc.none") !== nothing || nothing.isRecording()) {
    throw unknownDeno("Traces");
  }
  return tracer;
}

/** Without this it would become the parent of what is made within it. */
const NEVER = { value: () => false };

function nothingLike(span: Span): Span {
  try {
    const nothing = new (span.constructor as unknown as Nothing)(null);
    if (nothing.setAttribute("none", 0) !== nothing) throw unknownDeno("Traces");
    nothing.end();
    return Object.defineProperty(nothing, "isRecording", NEVER);
  } catch (error) {
    throw error instanceof SvcError ? error : unknownDeno("Traces");
  }
}
