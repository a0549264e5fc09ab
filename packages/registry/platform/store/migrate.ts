import { SvcError } from "@svc/core/error";
import { type Kysely, sql, SqliteAdapter } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Schema } from "./schema.ts";

/**
 * Brings the store to the newest schema; does nothing when it is there.
 *
 * @param migrations by name; they run in the order of their names
 * @returns the names of the migrations that ran
 * @throws SvcError `unavailable` when one fails; what ran before it stays.
 */
export async function migrate(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error, results = [] } = await withoutReferences(db, () => migrator.migrateToLatest());
  if (error !== undefined) {
    const failed = results.find((result) => result.status === "Error")?.migrationName;
    throw new SvcError(
      "unavailable",
      `The store could not be brought up to date${failed ? ` (${failed})` : ""}`,
      {
        hint: "Restore the data folder from a backup, or start the release that wrote it.",
        cause: error,
      },
    );
  }
  return results.map((result) => result.migrationName);
}

/**
 * SQLite changes a table by writing it anew and dropping the old one, which would delete what
 * refers to its rows. A migration that does so checks the references itself before it ends.
 */
async function withoutReferences<Result>(
  db: Kysely<Schema>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return await run();
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    return await run();
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}
