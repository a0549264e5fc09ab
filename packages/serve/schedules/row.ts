import type { Decision, Overlap, Schedule } from "./schedule.ts";

/** A schedule in the state. */
export interface ScheduleRow {
  id: string;
  name: string;
  behavior: string;
  method: string;
  inputs: string;
  settings: string;
  cron: string;
  time_zone: string;
  overlap: Overlap;
  catch_up: number;
  created_at: number;
  created_by: string;
  decided_until: number;
  missed: number;
  missed_more: number;
  missed_last: number | null;
  last_run: string | null;
  paused_at: number | null;
  paused_by: string | null;
}

/** A decided time in the state. */
export interface TimeRow {
  at: number;
  outcome: Decision["outcome"];
  run: string | null;
  note: string | null;
}

/** The schedule of a row. */
export function scheduleOf(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    name: row.name,
    behavior: row.behavior,
    method: row.method,
    inputs: JSON.parse(row.inputs),
    settings: JSON.parse(row.settings),
    cron: row.cron,
    timeZone: row.time_zone,
    overlap: row.overlap,
    catchUp: row.catch_up === 1,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    decidedUntil: new Date(row.decided_until),
    missed: {
      count: row.missed,
      more: row.missed_more === 1,
      last: row.missed_last === null ? null : new Date(row.missed_last),
    },
    lastRun: row.last_run,
    paused: row.paused_at === null
      ? null
      : { at: new Date(row.paused_at), by: row.paused_by ?? "unknown" },
  };
}

/** The decision of a row. */
export function decisionOf({ at, outcome, run, note }: TimeRow): Decision {
  return { at: new Date(at), outcome, run: run ?? undefined, note: note ?? undefined };
}
