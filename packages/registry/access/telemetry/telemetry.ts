import type { Config } from "../../platform/config/mod.ts";
import type { Log } from "@svc/http/log";

/** One request to the interface, for counting. Nothing in it is a secret or a record's content. */
export interface TelemetryEvent {
  /** The id it is counted under (spec §5.2). */
  distinctId: string;
  /** The policy row that was used; the route's pattern where there is none, never the path sent. */
  route: string;
  /** HTTP status of the answer. */
  status: number;
}

/** Receives events as they happen. */
export type TelemetrySink = (event: TelemetryEvent) => void;

/** The sink that is switched on by `SVC_TELEMETRY`: by default none, so that nothing is counted. */
export function telemetrySink(
  { telemetry }: Pick<Config, "telemetry">,
  log: Log,
): TelemetrySink | undefined {
  if (telemetry === "off") return undefined;
  return ({ distinctId, route, status }) =>
    log.info("api.request", { distinct_id: distinctId, route, status });
}
