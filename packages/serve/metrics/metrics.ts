import { createDurations, type Durations } from "@svc/http/metrics";
import type { RunRow } from "../runs/row.ts";
import { TRIGGERS } from "../api/run.ts";
import type { Trigger } from "../runs/run.ts";
import type { Ending } from "../runs/store.ts";
import type { WaitedFor } from "../runs/waiting.ts";
import type { Answered } from "./answer.ts";
import { type Fault, faultOf, FAULTS } from "./fault.ts";

/** Upper ends of the buckets of runs, in seconds. */
export const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600] as const;

/** Of answers. */
const ANSWER_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

/** Of scheduled times: the clock is looked at each second, and a minute late is missed. */
const LATE_BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60] as const;

/** What a server counts while it runs. Cheap to count; it is put into words when somebody asks. */
export interface Metrics {
  answered(answer: Answered): void;
  /** Counts a run that begins. */
  runBegun(row: RunRow, waitedFor: WaitedFor, at: Date): void;
  /** Counts a run that has ended. */
  runEnded(row: RunRow, ending: Ending, at: Date): void;
  /** Counts a time at which the state of a run could not be written. */
  stateFailed(): void;
  /** Counts a scheduled time whose run was accepted so much later. */
  scheduleRan(lateSeconds: number): void;
  /** Answers by operation and status, joined with a space. */
  readonly answers: ReadonlyMap<string, number>;
  /** Runs by what started them and whose fault their end was, joined with a space. */
  readonly faults: ReadonlyMap<`${Trigger} ${Fault}`, number>;
  /** How often the state of a run could not be written. */
  readonly stateFailures: number;
  /** How long runs took, by what started them and how they ended. */
  readonly runs: Durations<"trigger" | "status">;
  /** All durations that are counted. */
  readonly durations: readonly Durations<string>[];
}

/** Nothing is counted yet. */
export function createMetrics(): Metrics {
  const answers = new Map<string, number>();
  const faults = new Map(
    TRIGGERS.flatMap((trigger) => FAULTS.map((fault) => [`${trigger} ${fault}` as const, 0])),
  );
  let stateFailures = 0;
  const times = createDurations({
    name: "svc_request_duration_seconds",
    help: "Time from receiving a request to the start of its answer",
    labels: ["class", "status"],
    ends: ANSWER_BUCKETS,
  });
  const waits = createDurations({
    name: "svc_run_wait_seconds",
    help:
      "Time from accepting a run to its start, by what it waited for: its turn, or its behavior",
    labels: ["trigger", "waited_for"],
    ends: BUCKETS,
    known: TRIGGERS.flatMap((trigger) => [[trigger, "turn"], [trigger, "behavior"]]),
  });
  const runs = createDurations({
    name: "svc_run_duration_seconds",
    help: "Time from accepting a run to its end",
    labels: ["trigger", "status"],
    ends: BUCKETS,
  });
  const late = createDurations({
    name: "svc_schedule_lateness_seconds",
    help: "Time from a scheduled time to accepting its run",
    labels: [],
    ends: LATE_BUCKETS,
    known: [[]],
  });
  return {
    answers,
    faults,
    runs,
    durations: [times, waits, runs, late],
    get stateFailures() {
      return stateFailures;
    },
    answered({ operation, class: about, status, seconds }) {
      const key = `${operation ?? "none"} ${status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      times.observe([about, String(status)], seconds);
    },
    runBegun(row, waitedFor, at) {
      waits.observe([row.triggered_by, waitedFor], secondsSinceQueued(row, at));
    },
    runEnded(row, ending, at) {
      const key = `${row.triggered_by} ${faultOf(ending)}` as const;
      faults.set(key, (faults.get(key) ?? 0) + 1);
      runs.observe([row.triggered_by, ending.status], secondsSinceQueued(row, at));
    },
    stateFailed: () => void stateFailures++,
    scheduleRan: (seconds) => late.observe([], seconds),
  };
}

function secondsSinceQueued({ queued_at }: RunRow, at: Date): number {
  return (at.getTime() - Date.parse(queued_at)) / 1000;
}
