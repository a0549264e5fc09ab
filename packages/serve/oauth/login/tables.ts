/**
 * Logins of people: who, as the registry described them when it was last asked, and the provider's
 * tokens to ask it again with. Those are secrets that must be kept as they are; the file is the
 * operator's alone (0600).
 */
export const LOGIN_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS oauth_login (
    id TEXT PRIMARY KEY,
    sub TEXT NOT NULL,
    username TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    roles TEXT NOT NULL,
    access TEXT NOT NULL,
    access_until INTEGER NOT NULL,
    refresh TEXT,
    checked_at INTEGER NOT NULL,
    until INTEGER NOT NULL
  ) STRICT`,
];
