import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SvcError } from "@svc/core/error";

/** How the file begins; what follows is the number of commits. */
const FORM = "svc acknowledged ";
const DIGITS = 16;
const WHOLE = new RegExp(`^${FORM}(\\d{${DIGITS}})\\n$`);

/**
 * The number of commits that were acknowledged, in a file beside the database. It is written after
 * each commit, when that is on disk, so it is never ahead of an undamaged database. It is not synced:
 * after a power cut it may say less, never more.
 */
export interface AcknowledgedMark extends Disposable {
  /** Sets it to the number of commits that the database counts. */
  write(commits: number): void;
}

/** Opens the mark at `path`; made with `commits` when there is none. */
export function openMark(path: string, commits: number): AcknowledgedMark {
  let file: number;
  try {
    file = openSync(path, "r+");
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
    writeMark(path, commits);
    file = openSync(path, "r+");
  }
  return {
    write: (count) => put(file, count),
    [Symbol.dispose]: () => closeSync(file),
  };
}

/** Puts a mark in place whole, on disk before it returns. */
export function writeMark(path: string, commits: number): void {
  const aside = `${path}.${crypto.randomUUID()}`;
  withFile(aside, "wx", (file) => {
    put(file, commits);
    fsyncSync(file);
  });
  renameSync(aside, path);
  withFile(dirname(path), "r", fsyncSync);
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}

function put(file: number, commits: number): void {
  const text = `${FORM}${String(commits).padStart(DIGITS, "0")}\n`;
  const bytes = new TextEncoder().encode(text);
  writeSync(file, bytes, 0, bytes.length, 0);
}

/** What was acknowledged, and what the database has. */
export interface AcknowledgedCommits {
  /** Commits that were acknowledged; undefined where no server of this release has run. */
  acknowledged: number | undefined;
  /** Commits that the database counts; 0 for one that counts none. */
  commits: number;
}

/**
 * Compares a database with what was acknowledged. SQLite passes over the damaged part of a log, and
 * over all that comes after it, without a word; an earlier copy of a database is whole in its eyes.
 * The database and its log stay byte for byte.
 *
 * @throws SvcError `unavailable` when the mark is not one; SQLite's error for a damaged database
 */
export function readAcknowledged(database: string, mark: string): AcknowledgedCommits {
  // First the mark: beside a server the count may rise meanwhile.
  const acknowledged = readMark(mark);
  return { acknowledged, commits: acknowledged === undefined ? 0 : countOf(database) };
}

/** @throws SvcError `unavailable` when it is damaged */
function readMark(path: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
  const [, digits] = WHOLE.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new SvcError("unavailable", `The record of acknowledged commits is damaged: ${path}`, {
    hint: `The disk may be failing. Check it, then run: npm run admin -- accept-loss`,
  });
}

/** How many commits a database counts; 0 for one that counts none. It stays byte for byte. */
export function countOf(path: string): number {
  if (sizeOf(path) === 0) return 0;
  return reading(path, (database) => {
    const table = database.prepare("select 1 from sqlite_schema where name = 'store_commit'").get();
    if (table === undefined) return 0;
    return Number(database.prepare("select count from store_commit").get()!.count);
  });
}

/** Reads a database that stays byte for byte, with its log. */
export function reading<Result>(path: string, read: (database: DatabaseSync) => Result): Result {
  const url = pathToFileURL(path);
  // Without a log, SQLite would make an empty one to read.
  if (sizeOf(`${path}-wal`) === 0) url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true, timeout: 5000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** Bytes of a file; 0 for one that is not there. */
export function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

/**
 * Refuses a database that has lost what was acknowledged.
 *
 * @throws SvcError `unavailable`, and as {@link readAcknowledged}
 */
export function assertNothingLost(database: string, mark: string): void {
  const { acknowledged = 0, commits } = readAcknowledged(database, mark);
  if (commits >= acknowledged) return;
  const lost = acknowledged - commits;
  throw new SvcError(
    "unavailable",
    sizeOf(database) === 0
      ? `The database is missing: ${database} is empty, and ${acknowledged} commits were ` +
        `acknowledged`
      : `The database has lost ${lost} of ${acknowledged} commits: ${database}`,
    {
      hint: "Its log is damaged or was removed, or it was replaced by an earlier copy. " +
        "Keep the data folder as it is. Put back what is missing, or restore the last backup into " +
        "a new folder: SVC_DATA=<new folder> npm run admin -- restore <backup>. To continue " +
        "with what is left: npm run admin -- accept-loss",
    },
  );
}
