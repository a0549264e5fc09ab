import { SvcError } from "@svc/core/error";
import { exposureOf } from "@svc/runtime/files";
import type { Repository } from "@svc/runtime/repository";
import type { DatabaseSync } from "node:sqlite";
import { stateFolder } from "./folder.ts";
import { notOurs, withProblems } from "./problem.ts";

/** Milliseconds to wait for another process that writes: a command of the operator, or the server. */
const WAIT_MS = 5000;

/** Says in the file that svc made it: "svcs" in ASCII. */
const APPLICATION = 0x73766373;

/** What `svc serve` keeps of a repository. The server and the operator's commands open it side by side. */
export interface State extends Disposable {
  /** Absolute; mode 0700. */
  folder: string;
  database: DatabaseSync;
}

/**
 * Opens the state of a repository; made when there is none. What a transaction has written is on the
 * disk when it ends.
 *
 * @param tables `CREATE TABLE IF NOT EXISTS` texts, in the order in which they are made
 * @throws SvcError `config_exposed` when others may write to it; `validation_failed` when it is damaged
 *   or of another program, and without a configuration folder; `lock_timeout`, `disk_full`
 */
export async function openState(
  repository: Repository,
  tables: readonly string[],
): Promise<State> {
  const { DatabaseSync } = await import("node:sqlite");
  const folder = await stateFolder(repository);
  const path = databaseOf({ folder });
  await assertOurs(folder);
  await assertOurs(path);
  // SQLite would make it readable for others.
  (await Deno.open(path, { create: true, write: true, mode: 0o600 })).close();
  return withProblems(path, () => {
    const database = new DatabaseSync(path, { timeout: WAIT_MS });
    try {
      prepare(database, path, tables);
    } catch (error) {
      database.close();
      throw error;
    }
    return { folder, database, [Symbol.dispose]: () => database.close() };
  });
}

/** The file of the database. */
export function databaseOf({ folder }: Pick<State, "folder">): string {
  return `${folder}/state.db`;
}

/** Does `work` whole or not at all. It must not wait for anything. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite has done so itself for some errors.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function prepare(database: DatabaseSync, path: string, tables: readonly string[]): void {
  database.exec("PRAGMA journal_mode = wal; PRAGMA synchronous = full; PRAGMA foreign_keys = on");
  // Of two processes that open it for the first time, the second waits here for the first.
  transaction(database, () => {
    const { application_id } = database.prepare("PRAGMA application_id").get()!;
    const { count } = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()!;
    if (application_id !== APPLICATION) {
      if (application_id !== 0 || count !== 0) throw notOurs(path, "was made by another program");
      database.exec(`PRAGMA application_id = ${APPLICATION}`);
    }
    for (const table of tables) database.exec(table);
  });
}

async function assertOurs(path: string): Promise<void> {
  if (await exposureOf(path) !== "writable") return;
  throw new SvcError(
    "config_exposed",
    `Others can write to ${path} and could give themselves access`,
    {
      hint: `Look at 'svc serve token list', then make it private: chmod go= ${path}`,
    },
  );
}
