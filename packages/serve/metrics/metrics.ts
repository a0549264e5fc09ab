import { createDurations, type Durations } from "@svc/http/metrics";
import type { OperationKey } from "../api/table.ts";
import type { RunRow } from "../runs/row.ts";
import type { Ending } from "../runs/store.ts";

/** Upper ends of the buckets of durations, in seconds. */
export const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600] as const;

/** What a server counts while it runs. Cheap to count; it is put into words when somebody asks. */
export interface Metrics {
  /** Counts an answer. */
  answered(operation: OperationKey | undefined, status: number): void;
  /** Counts a run that has ended. */
  runEnded(row: RunRow, ending: Ending, at: Date): void;
  /** Answers by operation and status, joined with a space. */
  readonly answers: ReadonlyMap<string, number>;
  /** How long runs took, by what started them and how they ended. */
  readonly runs: Durations<"trigger" | "status">;
}

/** Nothing is counted yet. */
export function createMetrics(): Metrics {
  const answers = new Map<string, number>();
  const runs = createDurations({
    name: "svc_run_duration_seconds",
    help: "From when a run was accepted until it ended",
    labels: ["trigger", "status"],
    ends: BUCKETS,
  });
  return {
    answers,
    runs,
    answered(operation, status) {
      const key = `${operation ?? "none"} ${status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    },
    runEnded(row, { status }, at) {
      runs.observe([row.triggered_by, status], (at.getTime() - Date.parse(row.queued_at)) / 1000);
    },
  };
}
