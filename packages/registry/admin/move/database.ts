import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { MIGRATIONS } from "../../migrations.ts";
import { migrate } from "../../platform/store/migrate.ts";
import type { Db } from "../../platform/store/schema.ts";
import { claimTarget, fingerprintOf, removeMark } from "./mark.ts";
import { batchesOf, digestOf, insertRows, lastKey } from "./rows.ts";
import { type CopiedTable, copiedTables } from "./tables.ts";

/** Tells somebody who waits how far it is: one line. */
export type Say = (line: string) => void;

/** What was moved. */
export interface MovedDatabase {
  tables: number;
  rows: number;
}

/** Rows after which a table that takes long is told of. */
const TOLD = 20_000;

/**
 * Copies every row of an embedded database into an empty one of Postgres and compares both. What an
 * earlier run copied stays, unless the source has changed since. One that was complete is found to be
 * so, as one that is killed behind its last step has nobody who learned of that.
 *
 * @throws SvcError `already_exists` when the target holds anything else, `checksum_mismatch` when the
 *   copy is not what the source is
 */
export async function moveDatabase(source: Db, target: Db, say: Say): Promise<MovedDatabase> {
  const claim = await claimTarget(target, await fingerprintOf(source));
  const tables = await copiedTables(source);
  if (claim === "taken") return await alreadyMoved(source, target, tables, say);
  const continued = claim === "continued";
  await migrate(target, MIGRATIONS);
  if (!continued) await empty(target, tables);
  const copied = await copyAll(source, target, tables, say).catch((error) => {
    // A row that refers to one which was added to a table that was copied before.
    if (continued && isOfConstraint(error)) return undefined;
    throw error;
  });
  let moved = copied && await compareAll(source, target, tables, say);
  if (moved === undefined && continued) {
    say("The registry was changed after an earlier move began: copying all of it again");
    await empty(target, tables);
    await copyAll(source, target, tables, say);
    moved = await compareAll(source, target, tables, say);
  }
  if (moved === undefined) {
    throw new SvcError("checksum_mismatch", "The copy differs from the data folder", {
      hint: "Let nothing write to either while they are copied, and run the command again.",
    });
  }
  await goOnCounting(target, tables);
  await removeMark(target);
  return moved;
}

/**
 * What a target has that holds all of the source already.
 *
 * @throws SvcError `already_exists` when it holds anything else; nothing of it is changed
 */
async function alreadyMoved(
  source: Db,
  target: Db,
  tables: readonly CopiedTable[],
  say: Say,
): Promise<MovedDatabase> {
  const same = await migrationsOf(target) === await migrationsOf(source);
  const moved = same ? await compareAll(source, target, tables, say) : undefined;
  if (moved === undefined) {
    throw new SvcError("already_exists", "The database to move to is not empty", {
      hint: "Give a database without tables: createdb <name>",
    });
  }
  say("An earlier move was complete: nothing is left to copy");
  return moved;
}

/** The names of the migrations that a database has had; undefined when it is none of a registry. */
async function migrationsOf(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration
      order by name`.execute(db);
    return rows.map(({ name }) => name).join("\n");
  } catch (error) {
    if ((error as { code?: unknown }).code === "42P01") return undefined;
    throw error;
  }
}

/** True when Postgres refused a row for what other rows are. */
function isOfConstraint(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("23");
}

/** Removes what migrations put into new tables, or a move that cannot be continued. */
async function empty(target: Db, tables: readonly CopiedTable[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`truncate ${names} cascade`.execute(target);
}

async function copyAll(
  source: Db,
  target: Db,
  tables: readonly CopiedTable[],
  say: Say,
): Promise<true> {
  for (const table of tables) {
    const after = await lastKey(target, table);
    let rows = 0;
    for await (const batch of batchesOf(source, table, after)) {
      await insertRows(target, table, batch);
      if (Math.floor(rows / TOLD) < Math.floor((rows += batch.length) / TOLD)) {
        say(`${table.name}: ${rows} rows`);
      }
    }
    if (rows > 0) say(`${table.name}: ${rows} rows copied`);
  }
  return true;
}

/** What both have; undefined when they differ. */
async function compareAll(
  source: Db,
  target: Db,
  tables: readonly CopiedTable[],
  say: Say,
): Promise<MovedDatabase | undefined> {
  let rows = 0;
  for (const table of tables) {
    const [from, to] = [await digestOf(source, table), await digestOf(target, table)];
    if (from.rows !== to.rows || from.checksum !== to.checksum) {
      say(`${table.name}: ${to.rows} rows in Postgres, but ${from.rows} in the data folder`);
      return undefined;
    }
    rows += from.rows;
  }
  say(`${tables.length} tables compared: ${rows} rows are the same`);
  return { tables: tables.length, rows };
}

/** Numbers go on behind the last that was given, also when its row is gone. */
async function goOnCounting(target: Db, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name, counter } of tables) {
    if (counter === undefined) continue;
    await sql`select setval(pg_get_serial_sequence(${name}, ${counter.column}),
      ${counter.last}::bigint)`.execute(target);
  }
}
