import type { Repository } from "../repository/repository.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { listRecords } from "./records.ts";
import { settled } from "./settle.ts";

/** One pulled extension. */
export interface InstalledExtension extends LockEntry {
  name: string;
}

/** Every pulled extension, sorted by name. */
export async function listInstalled(repository: Repository): Promise<InstalledExtension[]> {
  await settled(repository);
  const lockfile = await readLockfile(repository);
  return Object.entries(lockfile).sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => ({ name, ...entry }));
}

/** The types that a pulled extension brought, normalized. */
export async function installedTypes(repository: Repository, name: string): Promise<string[]> {
  await settled(repository);
  const records = await listRecords(repository);
  return [...records].filter(([, { extension }]) => extension === name).map(([type]) => type);
}
