/** This server as the registry's client, one a repository; the secret must be kept as it is (0600). */
export const CLIENT_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS oauth_client (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    provider TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_secret TEXT NOT NULL,
    public_url TEXT NOT NULL
  ) STRICT`,
];
