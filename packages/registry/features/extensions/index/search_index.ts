import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";

/** What search knows of an extension. */
export interface SearchDocument {
  number: number;
  name: string;
  description: string;
  labels: readonly string[];
  /** Types, methods and reports it carries. */
  contents: readonly string[];
}

/** What is asked of a search. */
export interface SearchRequest {
  /** Words; empty finds all. */
  text: string;
  collective?: string | undefined;
  /** Any of these; an extension without platforms runs on all. */
  platforms: readonly string[];
  labels: readonly string[];
  contentTypes: readonly string[];
  /** Channels in which something must be published. */
  channels: readonly ("beta" | "rc" | "stable")[];
  sort: "relevance" | "new" | "updated" | "name";
  /** User or token's collective whose private extensions are found too. */
  viewer: { userId?: string; collectiveId?: string };
  limit: number;
  offset: number;
}

/** Numbers of the extensions found, best first, and how many there are in all. */
export interface SearchResult {
  numbers: number[];
  total: number;
}

/** Full-text search: the one part of the store that each database does in its own way. */
export interface SearchIndex {
  /** Puts an extension's row in step, in the transaction that changes the extension. */
  put(trx: Transaction<Schema>, document: SearchDocument): Promise<void>;
  /** Finds active extensions that the viewer may see. */
  find(db: Kysely<Schema>, request: SearchRequest): Promise<SearchResult>;
}

declare module "../../../access/services.ts" {
  interface Services {
    search: SearchIndex;
  }
}
