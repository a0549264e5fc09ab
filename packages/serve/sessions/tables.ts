/** Sessions of browsers. A session's id is the hash of what the cookie holds: who reads this cannot use it. */
export const SESSION_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS session_owner ON session (owner)`,
];
