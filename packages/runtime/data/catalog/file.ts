import { removeIfPresent } from "../../base/files/remove.ts";
import type { DatabaseSync } from "node:sqlite";
import { lockRepository } from "../../repository/lock.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { infoOf } from "../../base/files/stamp.ts";

/**
 * The tables of the catalog, as SQLite keeps their text: an index file whose tables read otherwise was
 * made by another version of svc, or by a stranger.
 *
 * `stamp` is what the file system said of the folder or file when it was read; empty when it may still
 * change without a trace.
 */
export const TABLES: readonly string[] = [
  `CREATE TABLE file (inode TEXT NOT NULL) STRICT`,
  `CREATE TABLE owner (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  definition TEXT NOT NULL,
  stamp TEXT NOT NULL,
  UNIQUE (type, definition)
) STRICT`,
  `CREATE TABLE item (
  owner INTEGER NOT NULL,
  name TEXT NOT NULL,
  stamp TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE version (
  owner INTEGER NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  isLatest INTEGER NOT NULL,
  isDeleted INTEGER NOT NULL,
  expires INTEGER,
  createdAt TEXT NOT NULL,
  specName TEXT NOT NULL,
  dataType TEXT NOT NULL,
  contentType TEXT NOT NULL,
  lifetime TEXT NOT NULL,
  tags TEXT NOT NULL,
  size INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  PRIMARY KEY (owner, name, version)
) STRICT, WITHOUT ROWID`,
  `CREATE INDEX newest ON version (owner, isLatest, name, isDeleted, expires, dataType)`,
  `CREATE INDEX written ON version (owner, isLatest, specName, name)`,
];

/** The index of a repository's data, relative to its root. */
export const CATALOG = ".svc/data/_catalog.db";

/** What SQLite keeps beside a database. */
const COMPANIONS = ["-wal", "-shm", "-journal"];

/** Milliseconds to wait for another process that writes to the index. */
const WAIT_MS = 5000;

/**
 * Opens the index file, a new one in its place when it is not svc's own of this version, made here.
 * It holds nothing that the files do not say, so it is never fixed, only made again.
 *
 * @throws Error when there can be none, as where nothing can be written
 */
export async function openCatalogFile(repository: Repository): Promise<DatabaseSync> {
  const path = ownPath(repository.root, CATALOG);
  for (const companion of COMPANIONS) ownPath(repository.root, `${CATALOG}${companion}`);
  await Deno.mkdir(`${repository.state}/data`, { recursive: true });
  return await openOwn(path) ?? await createOnce(repository, path);
}

/** Two that made one at a time would take away what SQLite keeps beside the other's. */
async function createOnce(repository: Repository, path: string): Promise<DatabaseSync> {
  await using _lock = await lockRepository(repository, { file: "locks/catalog.lock" });
  return await openOwn(path) ?? await createFile(path);
}

/** An index in memory, for where there can be no file. */
export async function openMemory(): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(":memory:");
  for (const table of TABLES) database.exec(table);
  return database;
}

/** Deletes the index file. Whoever has it open keeps what they have. */
export function removeCatalogFile(repository: Repository): void {
  const path = ownPath(repository.root, CATALOG);
  for (const file of [path, ...COMPANIONS.map((companion) => path + companion)]) {
    removeIfPresent(file);
  }
}

/** The index that is there; undefined when there is none or it is not svc's own. */
async function openOwn(path: string): Promise<DatabaseSync | undefined> {
  const info = infoOf(path);
  if (!info?.isFile) return undefined;
  const { DatabaseSync } = await import("node:sqlite");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: WAIT_MS });
    prepare(database);
    if (isOwn(database, String(info.ino))) return database;
  } catch {
    // No database, or a broken one.
  }
  database?.close();
  return undefined;
}

/** No function or module that a stranger's tables name is run; readers do not wait for the writer. */
function prepare(database: DatabaseSync): void {
  database.exec("PRAGMA trusted_schema = off; PRAGMA cell_size_check = on");
  database.exec("PRAGMA journal_mode = wal; PRAGMA synchronous = normal");
}

/**
 * True for tables as svc makes them, in a file that was made in this exact place: a file that came with
 * a repository cannot know the number that the file system here gives it.
 */
function isOwn(database: DatabaseSync, inode: string): boolean {
  const tables = database.prepare(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid",
  ).all().map((row) => row["sql"]);
  if (JSON.stringify(tables) !== JSON.stringify(TABLES)) return false;
  return database.prepare("SELECT inode FROM file").get()?.["inode"] === inode;
}

async function createFile(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  // Made aside: a process that comes by meanwhile sees no half of it.
  const aside = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    const made = new DatabaseSync(aside);
    for (const table of TABLES) made.exec(table);
    made.prepare("INSERT INTO file VALUES (?)").run(String(Deno.lstatSync(aside).ino));
    made.close();
    for (const companion of COMPANIONS) await Deno.remove(path + companion).catch(() => {});
    await Deno.rename(aside, path);
  } catch (error) {
    await Deno.remove(aside).catch(() => {});
    throw error;
  }
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  prepare(database);
  return database;
}
