import { SvcError } from "@svc/core/error";
import { isRecord, parsedJson } from "@svc/core/json";
import { isPublisher, type Publisher } from "@svc/core/publisher";
import { readTextIfPresent } from "../../base/files/read.ts";
import { writeAtomic } from "../../base/files/write.ts";
import type { Repository } from "../../repository/repository.ts";
import { LOCKFILE, lockfilePath } from "./lockfile_path.ts";
import { isLockedRequest, type LockedRequest } from "./requested.ts";

/** What the lockfile says of one pulled extension (extension format reference §7.2). */
export interface LockEntry {
  version: string;
  /** ISO 8601, UTC. */
  pulledAt: string;
  /** Paths relative to the repository, sorted. */
  files: string[];
  /** SHA-256 of the archive in hexadecimal; empty when another tool left it out. */
  checksum: string;
  /** SHA-256 over the sorted lines `path\0sha256\n` of the files; empty as {@linkcode checksum}. */
  filesChecksum: string;
  serverUrl?: string;
  channel?: string;
  /** What it asked for; absent in lockfiles of older releases and of other tools. */
  requested?: LockedRequest;
  /** Where its registry's log has it, and the head that it was seen in. */
  log?: LockedLog;
  /** Who signed it; absent where nobody did. */
  publisher?: Publisher;
}

/** A place in a registry's log, with the head that it was seen in; people compare heads through git. */
export interface LockedLog {
  /** Which log: its address without scheme. */
  origin: string;
  /** Of the entry. */
  index: number;
  /** Entries of the log. */
  size: number;
  /** Over all of them, in base64. */
  root: string;
}

/** Every pulled extension by name. */
export type Lockfile = Record<string, LockEntry>;

/**
 * The lockfile; empty when nothing was pulled yet.
 *
 * @throws SvcError `validation_failed` when it is not what svc writes there.
 */
export async function readLockfile(repository: Repository): Promise<Lockfile> {
  const text = await readTextIfPresent(await lockfilePath(repository));
  if (text === undefined) return {};
  const value = parsedJson(text);
  if (!isRecord(value)) throw invalid("is not a JSON object");
  const lockfile: Lockfile = {};
  for (const [name, entry] of Object.entries(value)) {
    const whole = isRecord(entry) ? withSums(entry) : entry;
    const problem = entryProblem(whole);
    if (problem !== undefined) throw invalid(`names ${JSON.stringify(name)}, ${problem}`);
    lockfile[name] = whole as LockEntry;
  }
  return lockfile;
}

/** Whether a value is a whole entry, as svc writes it. */
export function isLockEntry(value: unknown): value is LockEntry {
  return entryProblem(value) === undefined;
}

/** An entry in the order of its keys, with sums that are empty where another tool left them out. */
function withSums(entry: Record<string, unknown>): Record<string, unknown> {
  const { checksum = "", filesChecksum = "" } = entry;
  return { ...entry, checksum, filesChecksum };
}

/**
 * What of an entry is not of its shape, in words. Whether it leads to places of its own is told entry by
 * entry when it is restored.
 */
function entryProblem(entry: unknown): string | undefined {
  if (!isRecord(entry)) return "but not as an object";
  const { version, pulledAt, checksum, filesChecksum, files, serverUrl, channel } = entry;
  const isText = (one: unknown) => typeof one === "string";
  if (![version, pulledAt, checksum, filesChecksum].every(isText)) {
    return "but not its version, pulledAt, checksum and filesChecksum";
  }
  if (![serverUrl, channel].every((one) => one === undefined || isText(one))) {
    return "with a serverUrl or channel that is not text";
  }
  if (entry["requested"] !== undefined && !isLockedRequest(entry["requested"])) {
    return "with a 'requested' of another form";
  }
  if (entry["log"] !== undefined && !isLockedLog(entry["log"])) {
    return "with a 'log' of another form";
  }
  if (entry["publisher"] !== undefined && !isPublisher(entry["publisher"])) {
    return "with a 'publisher' of another form";
  }
  return Array.isArray(files) && files.every(isText) ? undefined : "but not its files";
}

function isLockedLog(value: unknown): value is LockedLog {
  if (!isRecord(value)) return false;
  const { origin, index, size, root } = value;
  return typeof origin === "string" && typeof root === "string" &&
    /^[A-Za-z0-9+/]{43}=$/.test(root) &&
    [index, size].every((one) => Number.isSafeInteger(one) && Number(one) >= 0);
}

function invalid(problem: string): SvcError {
  return new SvcError("validation_failed", `${LOCKFILE} ${problem}`, {
    hint: `Restore it with 'git checkout ${LOCKFILE}', or delete it and pull again.`,
  });
}

/**
 * Replaces the lockfile in one step, names sorted so that git shows small differences.
 *
 * @param aside where the new text is written first, so that a kill leaves nothing beside it
 */
export async function writeLockfile(
  repository: Repository,
  lockfile: Lockfile,
  aside: string,
): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(lockfile).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, entry]) => [
      name,
      // What another tool left out stays out.
      Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== "")),
    ]),
  );
  await writeAtomic(
    await lockfilePath(repository),
    `${JSON.stringify(sorted, null, 2)}\n`,
    { aside },
  );
}
