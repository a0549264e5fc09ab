import type { RunSummary } from "../answers/run.ts";
import type { ScheduleView, TimeWithoutRun } from "../answers/schedule.ts";
import { summaryOf } from "../runs/row.ts";
import { openRunStore } from "../runs/store.ts";
import type { State } from "../state/open.ts";
import { cronTimes } from "./cron.ts";
import type { Decision, Schedule } from "./schedule.ts";
import { openScheduleStore } from "./store.ts";

function scheduleViews(
  { database }: Pick<State, "database">,
  schedules: readonly Schedule[],
  { now, runOf = keptRun(database) }: Omit<Showing, "isVisible">,
): ScheduleView[] {
  const store = openScheduleStore(database);
  return schedules.map((schedule) => {
    const { missed, paused } = schedule;
    const nextRuns = paused === null ? nextTimes(schedule, now) : [];
    const last = (outcome: Decision["outcome"]) => store.lastDecision(schedule.id, outcome);
    return {
      name: schedule.name,
      behavior: schedule.behavior,
      method: schedule.method,
      inputs: Object.keys(schedule.inputs),
      cron: schedule.cron,
      timezone: schedule.timeZone,
      overlap: schedule.overlap,
      catchUp: schedule.catchUp,
      createdAt: schedule.createdAt.toISOString(),
      createdBy: schedule.createdBy,
      paused: paused && { at: paused.at.toISOString(), by: paused.by },
      nextRun: nextRuns[0] ?? null,
      nextRuns,
      lastRun: lastRunOf(schedule, last("ran"), runOf),
      lastSkipped: withoutRun(last("skipped")),
      lastRefused: withoutRun(last("refused")),
      missed: missed.last === null
        ? null
        : { count: missed.count, more: missed.more, last: missed.last.toISOString() },
    };
  });
}

function keptRun(database: State["database"]): NonNullable<Showing["runOf"]> {
  const runs = openRunStore(database);
  return (id) => {
    const row = runs.get(id);
    return row && summaryOf(row);
  };
}

/** How many coming times are shown. */
const SHOWN = 5;

function nextTimes({ cron, timeZone }: Schedule, now: Date): string[] {
  const times = cronTimes(cron, timeZone);
  const found: string[] = [];
  for (let at = times.next(now); at !== null && found.length < SHOWN; at = times.next(at)) {
    found.push(at.toISOString());
  }
  return found;
}

function lastRunOf(
  { lastRun: id }: Schedule,
  decision: Decision | undefined,
  runOf: NonNullable<Showing["runOf"]>,
): ScheduleView["lastRun"] {
  if (id === null) return null;
  const run = runOf(id);
  return {
    id,
    at: decision?.run === id ? decision.at.toISOString() : null,
    status: run?.status ?? "forgotten",
    endedAt: run?.endedAt ?? null,
    error: run?.error?.error ?? null,
  };
}

function withoutRun(decision: Decision | undefined): TimeWithoutRun | null {
  return decision === undefined
    ? null
    : { at: decision.at.toISOString(), why: decision.note ?? "unknown" };
}

/** How schedules are shown. */
export interface Showing {
  now: Date;
  /** Finds a run by its id: a server's knows no path of its machine. */
  runOf?:
    | ((id: string) => Pick<RunSummary, "status" | "endedAt" | "error"> | undefined)
    | undefined;
  /** The others are left out. */
  isVisible?: (schedule: Schedule) => boolean;
}

/** Schedules of a state as they are shown, in the order of their names. */
export function scheduleList(
  state: Pick<State, "database">,
  { isVisible = () => true, ...showing }: Showing,
): ScheduleView[] {
  const visible = openScheduleStore(state.database).all().filter(isVisible);
  return scheduleViews(state, visible, showing);
}

/** One schedule as it is shown. */
export function scheduleShown(
  state: Pick<State, "database">,
  schedule: Schedule,
  showing: Omit<Showing, "isVisible">,
): ScheduleView {
  return scheduleViews(state, [schedule], showing)[0]!;
}
