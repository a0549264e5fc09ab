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
