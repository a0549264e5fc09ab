import type { Meter, Observable } from "@opentelemetry/api";
import type { Registry } from "prom-client";
import { ownMeter } from "../tracing/own_meter.ts";
import { alsoObserveBy } from "./durations.ts";

/** Sends what a server tells of itself, too, each time that Deno sends metrics. */
export type SendMetrics = (
  /** Everything as it is now; soon, as Deno waits for it. */
  read: () => Promise<Registry>,
  /** Hears why something could not be read. */
  failed: (error: unknown) => void,
) => Promise<void>;

/**
 * Begins to send metrics (OTLP), which Deno does in the background: durations that are created from
 * now on as they are counted, and all else when it is sent.
 *
 * @throws SvcError `unavailable` when Deno's own instruments could not be left out
 */
export function startSending(version: string): SendMetrics {
  const meter = ownMeter(version);
  alsoObserveBy(({ name, help, ends }) => {
    const advice = { explicitBucketBoundaries: [...ends] };
    const histogram = meter.createHistogram(name, { description: help, advice });
    return (seconds, labels) => histogram.record(seconds, labels);
  });
  return async (read, failed) => {
    const instruments = await instrumentsOf(meter, await read());
    meter.addBatchObservableCallback(async (sending) => {
      try {
        for (const { name, values } of await (await read()).getMetricsAsJSON()) {
          const instrument = instruments.get(name);
          if (instrument === undefined) continue;
          for (const { value, labels } of values) {
            sending.observe(instrument, value, labels as Record<string, string>);
          }
        }
      } catch (error) {
        // What is thrown here would end the process.
        failed(error);
      }
    }, [...instruments.values()]);
  };
}

/** An instrument for each metric but the durations, which have theirs. */
async function instrumentsOf(meter: Meter, register: Registry): Promise<Map<string, Observable>> {
  const instruments = new Map<string, Observable>();
  for (const { name, help, type } of await register.getMetricsAsJSON()) {
    const kind = String(type);
    if (kind === "histogram") continue;
    const made = kind === "counter" ? meter.createObservableCounter : meter.createObservableGauge;
    instruments.set(name, made.call(meter, name, { description: help }));
  }
  return instruments;
}
