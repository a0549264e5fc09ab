import type { DatabaseSync } from "node:sqlite";
import { fieldsOf } from "../state/fields.ts";
import type { Decision, Schedule } from "./schedule.ts";

/**
 * What is kept of schedules. Times are milliseconds since 1970. `decided_until` is the last time that was
 * decided on: it ran, was skipped, refused or missed. Each decided time has a row of its own, so that a
 * clock that is put back decides nothing twice; of those that were missed in a row, only their number.
 */
export const SCHEDULE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS schedule (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    behavior TEXT NOT NULL,
    method TEXT NOT NULL,
    inputs TEXT NOT NULL,
    settings TEXT NOT NULL,
    cron TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    overlap TEXT NOT NULL CHECK (overlap IN ('skip', 'queue')),
    catch_up INTEGER NOT NULL CHECK (catch_up IN (0, 1)),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    decided_until INTEGER NOT NULL,
    missed INTEGER NOT NULL DEFAULT 0,
    missed_more INTEGER NOT NULL DEFAULT 0,
    missed_last INTEGER,
    last_run TEXT
  ) STRICT`,
  // A table of its own: a state that an earlier version made has no column for it.
  `CREATE TABLE IF NOT EXISTS schedule_pause (
    schedule TEXT PRIMARY KEY REFERENCES schedule (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS schedule_time (
    schedule TEXT NOT NULL REFERENCES schedule (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('ran', 'skipped', 'refused')),
    run TEXT,
    note TEXT,
    PRIMARY KEY (schedule, at)
  ) STRICT, WITHOUT ROWID`,
];

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
    all: () => all.all().map(scheduleOf),
    find(name) {
      const row = find.get(name);
      return row && scheduleOf(row);
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

/** A schedule in the state. */
type ScheduleFields =
  & Pick<Schedule, "id" | "name" | "behavior" | "method" | "cron" | "timeZone" | "overlap">
  & Pick<Schedule, "createdBy" | "lastRun">
  & Record<"inputs" | "settings", string>
  & Record<"catchUp" | "createdAt" | "decidedUntil" | "missed" | "missedMore", number>
  & { missedLast: number | null; pausedAt: number | null; pausedBy: string | null };

/** A decided time in the state. */
interface TimeRow {
  at: number;
  outcome: Decision["outcome"];
  run: string | null;
  note: string | null;
}

/** The schedule of a row. */
function scheduleOf(row: Readonly<Record<string, unknown>>): Schedule {
  const { missed, missedMore, missedLast, pausedAt, pausedBy, ...fields } = fieldsOf<
    ScheduleFields
  >(row);
  return {
    ...fields,
    inputs: JSON.parse(fields.inputs),
    settings: JSON.parse(fields.settings),
    catchUp: fields.catchUp === 1,
    createdAt: new Date(fields.createdAt),
    decidedUntil: new Date(fields.decidedUntil),
    missed: {
      count: missed,
      more: missedMore === 1,
      last: missedLast === null ? null : new Date(missedLast),
    },
    paused: pausedAt === null ? null : { at: new Date(pausedAt), by: pausedBy ?? "unknown" },
  };
}

/** The decision of a row. */
function decisionOf({ at, outcome, run, note }: TimeRow): Decision {
  return { at: new Date(at), outcome, run: run ?? undefined, note: note ?? undefined };
}
