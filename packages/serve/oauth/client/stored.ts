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
