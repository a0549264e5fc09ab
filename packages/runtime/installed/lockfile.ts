import { isCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import { tryParseExtensionName } from "@svc/core/name";
import { readTextIfPresent } from "../files/read.ts";
import { writeAtomic } from "../files/write.ts";
import type { Repository } from "../repository/repository.ts";
import { extensionFolder } from "./places.ts";

/** What the lockfile says of one pulled extension (extension format reference §7.2). */
export interface LockEntry {
  version: string;
  /** ISO 8601, UTC. */
  pulledAt: string;
  /** Paths relative to the repository, sorted. */
  files: string[];
  /** SHA-256 of the archive in hexadecimal. */
  checksum: string;
  /** SHA-256 over the sorted lines `path\0sha256\n` of the files. */
  filesChecksum: string;
  serverUrl?: string;
  channel?: string;
}

/** Every pulled extension by name. */
export type Lockfile = Record<string, LockEntry>;

/** Name of the lockfile, at the root of the repository and kept in git. */
export const LOCKFILE = "upstream_extensions.json";

/**
 * The lockfile; empty when nothing was pulled yet.
 *
 * @throws SvcError `validation_failed` when it is not what svc writes there.
 */
export async function readLockfile(repository: Repository): Promise<Lockfile> {
  const text = await readTextIfPresent(`${repository.root}/${LOCKFILE}`);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("is not a JSON object");
  }
  if (!isRecord(value)) throw invalid("is not a JSON object");
  for (const [name, entry] of Object.entries(value)) {
    const problem = entryProblem(name, entry);
    if (problem !== undefined) throw invalid(`names ${JSON.stringify(name)}, ${problem}`);
  }
  return value as Lockfile;
}

/** What is wrong with an entry, in words. It may have come with the repository, and leads to files. */
function entryProblem(name: string, entry: unknown): string | undefined {
  if (tryParseExtensionName(name) === undefined) return "which is not the name of an extension";
  if (!isRecord(entry)) return "but not as an object";
  const { version, pulledAt, checksum, filesChecksum, files, serverUrl, channel } = entry;
  if (typeof version !== "string" || !isCalVer(version)) return "but not its version";
  if (![pulledAt, filesChecksum].every((one) => typeof one === "string")) {
    return "but not its pulledAt and filesChecksum";
  }
  if (typeof checksum !== "string" || !/^[0-9a-f]{64}$/.test(checksum)) {
    return "but not its checksum";
  }
  if (![serverUrl, channel].every((one) => one === undefined || typeof one === "string")) {
    return "with a serverUrl or channel that is no text";
  }
  const folder = extensionFolder(name);
  const inside = (file: unknown) =>
    typeof file === "string" && file.startsWith(`${folder}/`) && !file.split("/").includes("..");
  return Array.isArray(files) && files.every(inside) ? undefined : `with files not in ${folder}`;
}

function invalid(problem: string): SvcError {
  return new SvcError("validation_failed", `${LOCKFILE} ${problem}`, {
    hint: `Restore it with 'git checkout ${LOCKFILE}', or delete it and pull again.`,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Replaces the lockfile in one step, names sorted so that git shows small differences.
 *
 * @param aside where the new text is written first, so that a kill leaves nothing at the root
 */
export async function writeLockfile(
  repository: Repository,
  lockfile: Lockfile,
  aside: string,
): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(lockfile).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  await writeAtomic(
    `${repository.root}/${LOCKFILE}`,
    `${JSON.stringify(sorted, null, 2)}\n`,
    { aside },
  );
}
