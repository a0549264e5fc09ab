import { sql } from "kysely";
import { type Migration, type MigrationResultSet, Migrator } from "kysely/migration";
import { inTransaction } from "./transaction.ts";
import type { Db } from "./schema.ts";

/** A migration that others have taken the place of since. */
export interface EarlierMigration {
  /** The one that makes now what this one had to do with. */
  now: string;
  /** Absent for what no database lacks any more. */
  run?: Migration;
}

/**
 * Brings a database that knows the names of before to where the migrations of now have left theirs,
 * and writes the names of now in their place. Does nothing to any other.
 */
export async function catchUp(
  db: Db,
  earlier: Readonly<Record<string, EarlierMigration>>,
): Promise<MigrationResultSet> {
  const steps = Object.entries(earlier).map(([name, { run }]) => [name, run ?? missing(name)]);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(steps)) };
  const migrator = new Migrator({ db, provider });
  const ran = await migrator.getMigrations();
  if (ran.every(({ executedAt }) => executedAt === undefined)) return { results: [] };
  const done = await migrator.migrateToLatest();
  if (done.error !== undefined) return done;
  const at = new Date().toISOString();
  const rename = async (trx: Db) => {
    await sql`delete from kysely_migration`.execute(trx);
    for (const name of new Set(Object.values(earlier).map(({ now }) => now))) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`
        .execute(trx);
    }
  };
  await (db.isTransaction ? rename(db) : inTransaction(db, rename));
  return done;
}

function missing(name: string): Migration {
  return {
    up: () =>
      Promise.reject(new Error(`a database without ${name} is older than the first release`)),
  };
}
