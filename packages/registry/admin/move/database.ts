import { SvcError } from "@svc/core/error";
import { type Kysely, sql } from "kysely";
import { MIGRATIONS } from "../../migrations.ts";
import { migrate } from "../../platform/store/migrate.ts";
import type { Schema } from "../../platform/store/schema.ts";
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
 * earlier run copied stays, unless the source has changed since.
 *
 * @throws SvcError `already_exists` when the target holds anything else, `checksum_mismatch` when the
 *   copy is not what the source is
 */
export async function moveDatabase(
  source: Kysely<Schema>,
  target: Kysely<Schema>,
  say: Say,
): Promise<MovedDatabase> {
  const continued = await claimTarget(target, await fingerprintOf(source));
  await migrate(target, MIGRATIONS);
  const tables = await copiedTables(source);
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
    throw new SvcError("checksum_mismatch", "The copy is not what the data folder holds", {
      hint: "Let nothing write to either while they are copied, and run the command again.",
    });
  }
  await goOnCounting(target, tables);
  await removeMark(target);
  return moved;
}

/** True when Postgres refused a row for what other rows are. */
function isOfConstraint(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("23");
}

/** Removes what migrations put into new tables, or a move that cannot be continued. */
async function empty(target: Kysely<Schema>, tables: readonly CopiedTable[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`truncate ${names} cascade`.execute(target);
}

async function copyAll(
  source: Kysely<Schema>,
  target: Kysely<Schema>,
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
  source: Kysely<Schema>,
  target: Kysely<Schema>,
  tables: readonly CopiedTable[],
  say: Say,
): Promise<MovedDatabase | undefined> {
  let rows = 0;
  for (const table of tables) {
    const [from, to] = [await digestOf(source, table), await digestOf(target, table)];
    if (from.rows !== to.rows || from.checksum !== to.checksum) {
      say(`${table.name}: ${to.rows} rows in Postgres are not the ${from.rows} of the data folder`);
      return undefined;
    }
    rows += from.rows;
  }
  say(`${tables.length} tables compared: ${rows} rows are the same`);
  return { tables: tables.length, rows };
}

/** Numbers go on behind the last that was given, also when its row is gone. */
async function goOnCounting(
  target: Kysely<Schema>,
  tables: readonly CopiedTable[],
): Promise<void> {
  for (const { name, counter } of tables) {
    if (counter === undefined) continue;
    await sql`select setval(pg_get_serial_sequence(${name}, ${counter.column}),
      ${counter.last}::bigint)`.execute(target);
  }
}
