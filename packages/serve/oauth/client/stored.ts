import type { DatabaseSync } from "node:sqlite";

/** This server as the registry knows it. */
export interface StoredClient {
  /** The registry's address. */
  provider: string;
  clientId: string;
  clientSecret: string;
  /** The public address it was registered for; empty when the operator gave the client. */
  publicUrl: string;
}

/** The client that an earlier start has stored. */
export function readClient(database: DatabaseSync): StoredClient | undefined {
  const row = database.prepare("SELECT * FROM oauth_client").get() as
    | { provider: string; client_id: string; client_secret: string; public_url: string }
    | undefined;
  return row && {
    provider: row.provider,
    clientId: row.client_id,
    clientSecret: row.client_secret,
    publicUrl: row.public_url,
  };
}

/** Stores the client in the place of an earlier one. */
export function storeClient(database: DatabaseSync, client: StoredClient): void {
  database.prepare("INSERT OR REPLACE INTO oauth_client VALUES (1, ?, ?, ?, ?)")
    .run(client.provider, client.clientId, client.clientSecret, client.publicUrl);
}

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
