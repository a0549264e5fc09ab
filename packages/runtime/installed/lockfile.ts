import { SvcError } from "@svc/core/error";
import { readTextIfPresent } from "../files/read.ts";
import { writeAtomic } from "../files/write.ts";
import type { Repository } from "../repository/repository.ts";

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
 * @throws SvcError `validation_failed` when it is no JSON object.
 */
export async function readLockfile(repository: Repository): Promise<Lockfile> {
  const text = await readTextIfPresent(`${repository.root}/${LOCKFILE}`);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Lockfile;
    }
  } catch {
    // Told below.
  }
  throw new SvcError("validation_failed", `${LOCKFILE} is not a JSON object`, {
    hint: `Restore it with 'git checkout ${LOCKFILE}', or delete it and pull again.`,
  });
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
