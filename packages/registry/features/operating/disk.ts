import { sql } from "kysely";
import { statfs } from "node:fs/promises";
import type { Services } from "../../access/services.ts";
import { isPostgres } from "../../platform/store/engine.ts";

/** Bytes that the database takes, wherever it is. */
export async function databaseBytes(
  { db, folder }: Pick<Services, "db" | "folder">,
): Promise<number> {
  if (!isPostgres(db)) return (await Deno.stat(folder.database)).size;
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]!.bytes;
}

/** Bytes that this user may still write on the disk of a folder. @throws the system's error */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Number(bavail) * Number(bsize);
}
