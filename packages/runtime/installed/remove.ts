import { SvcError } from "@svc/core/error";
import { lstatIfPresent } from "../files/read.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { readRecord, recordFile } from "../types/index_file.ts";
import { type LockEntry, readLockfile, writeLockfile } from "./lockfile.ts";
import { extensionFolder, typesOf } from "./plan.ts";

/** One pulled extension. */
export interface InstalledExtension extends LockEntry {
  name: string;
}

/** Every pulled extension, sorted by name. */
export async function listInstalled(repository: Repository): Promise<InstalledExtension[]> {
  const lockfile = await readLockfile(repository);
  return Object.entries(lockfile).sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => ({ name, ...entry }));
}

/**
 * Removes a pulled extension. Behaviors of its types and their data stay.
 *
 * @throws SvcError `not_found` when it is not installed.
 */
export async function removeExtension(
  repository: Repository,
  name: string,
): Promise<{ name: string; version: string; filesDeleted: number }> {
  await using _lock = await lockRepository(repository, { file: "extensions.lock" });
  const { [name]: entry, ...rest } = await readLockfile(repository);
  if (entry === undefined) {
    throw new SvcError("not_found", `${name} is not installed here`, {
      hint: "'svc extension list' shows what is.",
    });
  }
  for (const type of await typesOf(repository, name)) {
    const record = await readRecord(repository, type);
    await Deno.remove(recordFile(repository, type));
    if (record?.folder.startsWith("bundles/pulled-")) {
      await removeFolder(`${repository.state}/${record.folder}`);
    }
  }
  await removeFolder(`${repository.root}/${extensionFolder(name)}`);
  await writeLockfile(repository, rest);
  return { name, version: entry.version, filesDeleted: entry.files.length };
}

async function removeFolder(path: string): Promise<void> {
  if (await lstatIfPresent(path)) await Deno.remove(path, { recursive: true });
}
