import { SvcError } from "@svc/core/error";
import { fullDisk } from "@svc/http/edge";

/** SQLite's words for a database whose header, schema or pages are not what they should be. */
const DAMAGED = /^(?:file is not a database|malformed database schema|database disk image is malf)/;

/** How a log of SQLite begins, in either byte order of its checksums. */
const LOG_MAGIC: ReadonlySet<number> = new Set([0x377f0682, 0x377f0683]);

/**
 * What a failure of the store means for its operator: a damaged or busy database, another user's
 * files, a full disk. Undefined for everything else. Nothing is deleted or changed.
 */
export function storeFailure(error: unknown, path: string): SvcError | undefined {
  if (isDamage(error)) return damaged(path, error.message);
  if (error instanceof Error && error.message === "database is locked") {
    return new SvcError("unavailable", `The database is busy: ${path}`, {
      hint: "Another process is writing to it. Try again.",
      cause: error,
    });
  }
  if (isDenied(error)) {
    return new SvcError("unavailable", `This user may not read and write ${path}`, {
      hint: "Run this as the user that the server runs as.",
      cause: error,
    });
  }
  const full = fullDisk(error);
  return full && new SvcError("storage_full", `The disk of ${path} is full`, {
    hint: "Free space on it, then start again; nothing was lost.",
    cause: error,
  });
}

/** True for what SQLite throws when a page or the schema is not what it should be. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && DAMAGED.test(error.message);
}

function isDenied(error: unknown): boolean {
  return error instanceof Deno.errors.PermissionDenied ||
    error instanceof Error &&
      /^(?:attempt to write a readonly database|unable to open database file)$/.test(error.message);
}

/**
 * Refuses a database whose log is not one: SQLite would pass over it, and with it over the last
 * commits, without a word.
 *
 * @throws SvcError `unavailable`
 */
export async function assertLog(path: string): Promise<void> {
  const log = `${path}-wal`;
  const head = new Uint8Array(4);
  try {
    using file = await Deno.open(log);
    if ((await file.stat()).size === 0) return;
    await file.read(head);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (LOG_MAGIC.has(new DataView(head.buffer).getUint32(0))) return;
  throw damaged(log, "it is not a log of SQLite");
}

/** The refusal of a database, with what to do. */
export function damaged(path: string, why: string): SvcError {
  return new SvcError("unavailable", `The database is damaged: ${path}: ${why}`, {
    hint: "Keep the data folder as it is. Restore the last backup into a new folder: " +
      "SVC_DATA=<new folder> npm run admin -- restore <backup>",
  });
}
