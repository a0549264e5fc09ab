import type { Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** What search knows of an extension. */
export interface SearchDocument {
  number: number;
  name: string;
  description: string;
  labels: readonly string[];
  /** Types, methods and reports it carries. */
  contents: readonly string[];
}

/** Full-text search: the one part of the store that each database does in its own way. */
export interface SearchIndex {
  /** Puts an extension's row in step, in the transaction that changes the extension. */
  put(trx: Transaction<Schema>, document: SearchDocument): Promise<void>;
}
