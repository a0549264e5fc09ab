import type { AuthTables } from "../auth/tables.ts";
import type { CollectiveTables } from "../collectives/tables.ts";
import type { ExtensionTables } from "./tables.ts";

/** Every table of the store, for kysely. Search is kept apart, behind its own interface. */
export interface Schema extends AuthTables, CollectiveTables, ExtensionTables {}
