import type { RunSettings, RunSummary, RunView } from "../answers/run.ts";
import type { RunStatus, Trigger } from "./run.ts";

/** A run in the state. */
export interface RunRow {
  id: string;
  behavior: string;
  behavior_id: string;
  method: string;
  /**
   * JSON of {@linkcode Wanted}. Once it has ended, of what is `shown` of that; empty where nothing is.
   */
  request: string;
  status: RunStatus;
  triggered_by: Trigger;
  initiated_by: string;
  idempotency_key: string | null;
  /** Digest of what was asked for. */
  fingerprint: string;
  queued_at: string;
  /** Until when it waits for its behavior. */
  wait_until: string;
  started_at: string | null;
  ended_at: string | null;
  output_id: string | null;
  log_file: string | null;
  /** JSON. */
  result: string | null;
  result_note: string | null;
  /** JSON. */
  error: string | null;
  /** What its events, its result and its error take on the disk. */
  bytes: number;
  /** JSON; null where it is not known. */
  checks?: string | null;
  /** JSON; null where it is not known. */
  origin?: string | null;
}

/** What of an order is needed until the run ends. */
export interface Wanted {
  inputs: Record<string, unknown>;
  /** The inputs with secrets blanked, where they are not too long to be kept. */
  shown?: Record<string, unknown> | undefined;
  settings: RunSettings;
  /** Of the request, as W3C Trace Context has it. */
  traceparent?: string;
}

/** The columns of {@linkcode summaryOf}. */
export const SUMMARY_COLUMNS =
  "id, behavior, method, status, triggered_by, initiated_by, queued_at, started_at, ended_at, " +
  "output_id, error";

/** A run as lists show it. */
export function summaryOf(row: Omit<RunRow, "request" | "result">): RunSummary {
  return {
    id: row.id,
    behavior: row.behavior,
    method: row.method,
    status: row.status,
    trigger: row.triggered_by,
    initiatedBy: row.initiated_by,
    queuedAt: row.queued_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outputId: row.output_id,
    error: row.error === null ? null : JSON.parse(row.error),
  };
}

/** A run as it is shown. */
export function viewOf(row: RunRow): RunView {
  const { error, ...summary } = summaryOf(row);
  const inputs = shownInputs(row);
  return {
    ...summary,
    ...(inputs === undefined ? {} : { inputs }),
    ...(row.checks == null ? {} : { checks: JSON.parse(row.checks) }),
    ...(row.origin == null ? {} : { origin: JSON.parse(row.origin) }),
    result: row.result === null ? null : JSON.parse(row.result),
    resultNote: row.result_note,
    error,
  };
}

function shownInputs({ request, ended_at }: RunRow): Record<string, unknown> | undefined {
  if (request === "") return undefined;
  const kept = JSON.parse(request);
  return ended_at === null ? (kept as Wanted).shown : kept;
}
