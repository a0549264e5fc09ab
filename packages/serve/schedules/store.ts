import type { DatabaseSync } from "node:sqlite";
import { decisionOf, scheduleOf, type ScheduleRow, type TimeRow } from "./row.ts";
import type { Decision, Schedule } from "./schedule.ts";

/**
 * Decided times that are kept of a schedule: a week of each minute. A clock that is put back further
 * than that would let a time run again.
 */
const KEPT_TIMES = 10_000;

/** The schedules in the state. */
export interface ScheduleStore {
  /** In the order of their names. */
  all(): Schedule[];
  find(name: string): Schedule | undefined;
  isDecided(id: string, at: Date): boolean;
  /** The last one that came to `outcome`. */
  lastDecision(id: string, outcome: Decision["outcome"]): Decision | undefined;
  /**
   * Writes down the outcome of a time. Called within a transaction, or alone.
   *
   * @throws Error when the time is decided already, or the schedule is gone
   */
  decide(id: string, decision: Decision): void;
  /** Counts missed times, of which `last` is the last. */
  miss(id: string, missed: { count: number; more: boolean; last: Date }): void;
  /** Notes a run that was asked for at no time of the schedule. */
  ranNow(id: string, run: string): void;
  /** Looks from `at` on, after the clock was put back or a time turned out to be decided. */
  lookFrom(id: string, at: Date): void;
}

/** Opens the schedules of a state that has their tables. */
export function openScheduleStore(database: DatabaseSync): ScheduleStore {
  const columns = "SELECT schedule.*, schedule_pause.at AS paused_at, " +
    "schedule_pause.by AS paused_by FROM schedule " +
    "LEFT JOIN schedule_pause ON schedule_pause.schedule = schedule.id";
  const all = database.prepare(`${columns} ORDER BY name`);
  const find = database.prepare(`${columns} WHERE name = ?`);
  const ran = database.prepare("UPDATE schedule SET last_run = ? WHERE id = ?");
  const decided = database.prepare("SELECT 1 FROM schedule_time WHERE schedule = ? AND at = ?");
  const last = database.prepare(
    "SELECT * FROM schedule_time WHERE schedule = ? AND outcome = ? ORDER BY at DESC LIMIT 1",
  );
  const insert = database.prepare("INSERT INTO schedule_time VALUES (?, ?, ?, ?, ?)");
  const advance = database.prepare(
    "UPDATE schedule SET decided_until = ?, last_run = coalesce(?, last_run) WHERE id = ?",
  );
  const forget = database.prepare(
    `DELETE FROM schedule_time WHERE schedule = ?1 AND at <=
      (SELECT at FROM schedule_time WHERE schedule = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)`,
  );
  const miss = database.prepare(
    `UPDATE schedule SET missed = missed + ?, missed_more = max(missed_more, ?), missed_last = ?,
      decided_until = max(decided_until, ?) WHERE id = ?`,
  );
  return {
    all: () => all.all().map((row) => scheduleOf(row as unknown as ScheduleRow)),
    find(name) {
      const row = find.get(name);
      return row && scheduleOf(row as unknown as ScheduleRow);
    },
    isDecided: (id, at) => decided.get(id, at.getTime()) !== undefined,
    lastDecision(id, outcome) {
      const row = last.get(id, outcome);
      return row && decisionOf(row as unknown as TimeRow);
    },
    decide(id, { at, outcome, run = null, note = null }) {
      insert.run(id, at.getTime(), outcome, run, note);
      advance.run(at.getTime(), run, id);
      forget.run(id, KEPT_TIMES);
    },
    miss: (id, { count, more, last: at }) =>
      void miss.run(count, more ? 1 : 0, at.getTime(), at.getTime(), id),
    ranNow: (id, run) => void ran.run(run, id),
    lookFrom: (id, at) => void advance.run(at.getTime(), null, id),
  };
}
