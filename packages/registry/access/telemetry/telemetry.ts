/** One use of the interface, for counting. Nothing in it is a secret or a record's content. */
export interface TelemetryEvent {
  /** The id it is counted under (spec §5.2). */
  distinctId: string;
  /** The policy row that was used. */
  row: string;
  /** ISO 8601. */
  at: string;
}

/** Receives events as they happen. None is set by default: nothing is counted and nothing sent. */
export type TelemetrySink = (event: TelemetryEvent) => void;
