import type { Meter } from "@opentelemetry/api";
import { unknownDeno } from "./unknown_deno.ts";

/** What makes an instrument, or has some observed. */
type Makes = (this: Meter, ...given: unknown[]) => unknown;

/** Counts for everybody else, and goes nowhere. */
const NOTHING = Object.freeze({ add() {}, record() {}, addCallback() {}, removeCallback() {} });

/**
 * A meter, and from now on the only one of this process whose instruments leave it, but for what Deno
 * tells of its own memory. Deno itself counts requests by what they say of themselves, with the
 * texts of failures, which may hold an address; no setting leaves these out.
 *
 * @throws SvcError `unavailable` when this Deno makes its instruments in another way than the one
 *   that svc is tested with
 */
export function ownMeter(version: string): Meter {
  const provider = Deno.telemetry.meterProvider;
  const meter = provider.getMeter("svc", version) as Meter;
  const prototype = Object.getPrototypeOf(meter) as Record<string, Makes>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (name === "constructor") continue;
    const make = prototype[name]!;
    prototype[name] = function (...given) {
      return this === meter ? make.apply(this, given) : NOTHING;
    };
  }
  const others = provider.getMeter("other") as Meter;
  if (others.createHistogram("svc.none") as unknown !== NOTHING) throw unknownDeno("Metrics");
  return meter;
}
