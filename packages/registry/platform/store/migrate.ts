import { isSvcError, SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import { catchUp, type EarlierMigration } from "./earlier.ts";
import { isPostgres } from "./engine.ts";
import { LIFT_LIMITS } from "./lift_limits.ts";
import type { Db } from "./schema.ts";
import { unlessMet } from "./transaction.ts";

/**
 * Brings the store to the newest schema; does nothing when it is there.
 *
 * @param migrations by name; they run in the order of their names
 * @param earlier those that they have taken the place of
 * @returns the names of the migrations that ran
 * @throws SvcError `unavailable` when one fails, and what ran before it stays; or when the store has
 *   one that is not known here, and so belongs to a newer release
 */
export async function migrate(
  db: Db,
  migrations: Readonly<Record<string, Migration>>,
  earlier: Readonly<Record<string, EarlierMigration>> = {},
): Promise<string[]> {
  // Nearly every start finds a database that is up to date: it pays for one question. Kysely would
  // read the columns of every table to find its own.
  const ran = await ranIn(db);
  const isWhole = ran.length === Object.keys(migrations).length;
  if (isWhole && ran.every((name) => Object.hasOwn(migrations, name))) return [];
  const isEarlier = ran.some((name) => Object.hasOwn(earlier, name));
  const { error, results = [] } = await (isPostgres(db) ? underLock : withoutReferences)(
    db,
    async (on) => {
      const before = isEarlier ? await catchUp(on, earlier) : { results: [] };
      if (before.error !== undefined) return before;
      const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
      const { error, results = [] } = await new Migrator({ db: on, provider }).migrateToLatest();
      return { error, results: [...before.results ?? [], ...results] };
    },
  );
  if (error !== undefined) {
    await assertNotNewer(db, { ...earlier, ...migrations });
    const failed = results.find((result) => result.status === "Error")?.migrationName;
    throw new SvcError(
      "unavailable",
      `The database could not be upgraded${failed ? ` (${failed})` : ""}`,
      {
        hint: isSvcError(error)
          ? `${error.message}. ${error.hint}`
          : "Restore the data folder from a backup, or start the release that wrote it.",
        cause: error,
      },
    );
  }
  return results.map((result) => result.migrationName);
}

/**
 * Servers of the older release that run already go on: migrations add, and take nothing away that
 * the release before needs.
 */
async function assertNotNewer(db: Db, known: Readonly<Record<string, unknown>>): Promise<void> {
  const unknown = (await ranIn(db)).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  throw new SvcError(
    "unavailable",
    `The database belongs to a newer release: it has ${unknown.join(", ")}`,
    { hint: "Start that release or a newer one, or restore a backup from before the upgrade." },
  );
}

/** The names of the migrations that ran; none where there is not even a table of them. */
async function ranIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db).catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name);
}

/** The number of the lock in Postgres that servers which start at once take turns with. */
const LOCK = 0x737663;

/**
 * All of it is one transaction, which holds a lock to its end: of several servers that start at
 * once, one migrates, and the others see that it did. Running servers take locks in another order
 * than a migration: where the two wait for each other, it begins again.
 */
async function underLock(
  db: Db,
  run: (db: Db) => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> {
  let failed: MigrationResultSet | undefined;
  try {
    const transaction = db.transaction().setIsolationLevel("read committed");
    return await unlessMet(() =>
      transaction.execute(async (trx) => {
        failed = undefined;
        // A migration takes as long as it takes, and so does waiting for another server's.
        await sql.raw(LIFT_LIMITS).execute(trx);
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
        const result = await run(trx);
        if (result.error === undefined) return result;
        failed = result;
        throw result.error;
      })
    );
  } catch (error) {
    return failed ?? { error };
  }
}

/**
 * SQLite changes a table by writing it again and dropping the old one, which would delete what
 * refers to its rows. A migration that does so checks the references itself before it ends.
 */
async function withoutReferences(
  db: Db,
  run: (db: Db) => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> {
  await sql`pragma foreign_keys = off`.execute(db);
  try {
    return await run(db);
  } finally {
    await sql`pragma foreign_keys = on`.execute(db);
  }
}
