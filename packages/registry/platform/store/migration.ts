import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A migration from what it does. None is taken back: a backup is. */
// deno-lint-ignore no-explicit-any
export const migration = (up: (db: Kysely<any>) => Promise<void>): Migration => ({ up });
