/**
 * What is kept of webhooks. Times are milliseconds since 1970. A secret is kept as it is: the signature of
 * a delivery is made of it, so that no hash of it would do. Deliveries stay when their webhook is removed,
 * by its name: one of the same name and secret must not take them again.
 */
export const WEBHOOK_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS webhook (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    behavior TEXT NOT NULL,
    method TEXT NOT NULL,
    inputs TEXT NOT NULL,
    mapping TEXT NOT NULL,
    settings TEXT NOT NULL,
    scheme TEXT NOT NULL CHECK (scheme IN ('standard', 'github')),
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until INTEGER,
    max_bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    rotated_at INTEGER
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS webhook_delivery (
    webhook TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    run TEXT,
    PRIMARY KEY (webhook, key)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS webhook_delivery_by_time ON webhook_delivery (webhook, at)`,
];
