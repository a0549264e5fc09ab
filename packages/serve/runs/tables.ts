/** The tables of runs. Of what was asked for, what holds no secret is left once a run has ended. */
export const RUN_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY,
    behavior TEXT NOT NULL,
    behavior_id TEXT NOT NULL,
    method TEXT NOT NULL,
    request TEXT NOT NULL,
    status TEXT NOT NULL,
    triggered_by TEXT NOT NULL,
    initiated_by TEXT NOT NULL,
    idempotency_key TEXT,
    fingerprint TEXT NOT NULL,
    queued_at TEXT NOT NULL,
    wait_until TEXT NOT NULL,
    started_at TEXT,
    ended_at TEXT,
    output_id TEXT,
    log_file TEXT,
    result TEXT,
    result_note TEXT,
    error TEXT,
    bytes INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  // Tables of their own: a state that an earlier version made has no columns for them.
  `CREATE TABLE IF NOT EXISTS run_checks (
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    checks TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS run_origins (
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    origin TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE UNIQUE INDEX IF NOT EXISTS runs_by_key ON runs (initiated_by, idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS runs_open ON runs (status) WHERE status IN ('queued', 'running')`,
  `CREATE INDEX IF NOT EXISTS runs_by_behavior ON runs (behavior, id)`,
  `CREATE INDEX IF NOT EXISTS runs_by_end ON runs (ended_at) WHERE ended_at IS NOT NULL`,
];
