/**
 * What is kept of tokens. `token_clock` counts their changes, and each token knows the number of its
 * last one, so that a server sees with one short read whether anything changed, whoever wrote it: the
 * triggers count also what is changed by hand. Being used is not a change.
 */
export const TOKEN_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS token (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('token', 'user')),
    secret_hash TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 1,
    previous_hash TEXT,
    previous_until INTEGER,
    rights TEXT NOT NULL,
    principal TEXT,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    rotated_at INTEGER,
    revoked_at INTEGER,
    changed_by TEXT NOT NULL,
    changed INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS token_clock (changes INTEGER NOT NULL, removals INTEGER NOT NULL) STRICT`,
  `INSERT INTO token_clock SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM token_clock)`,
  ...["INSERT", changeOf()].map((event) =>
    `CREATE TRIGGER IF NOT EXISTS token_${
      event.split(" ")[0]!.toLowerCase()
    } AFTER ${event} ON token
    BEGIN
      UPDATE token_clock SET changes = changes + 1;
      UPDATE token SET changed = (SELECT changes FROM token_clock) WHERE id = NEW.id;
    END`
  ),
  `CREATE TRIGGER IF NOT EXISTS token_delete AFTER DELETE ON token
    BEGIN
      UPDATE token_clock SET changes = changes + 1, removals = removals + 1;
    END`,
];

function changeOf(): string {
  const columns = ["name", "kind", "secret_hash", "generation", "previous_hash", "previous_until"];
  columns.push("rights", "principal", "expires_at", "revoked_at");
  return `UPDATE OF ${columns.join(", ")}`;
}
