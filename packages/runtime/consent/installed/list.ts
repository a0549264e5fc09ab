import type { Manifest } from "@svc/core/manifest";
import { isSvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { tryParseExtensionName } from "@svc/core/name";
import { lstatIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { assertOwnFolders, extensionFolder } from "./folders.ts";
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

/**
 * True when svc has installed an extension of the lockfile here, whatever happened to its files. Another
 * tool of this layout leaves its files without what svc makes of them.
 */
export async function isHere({ root }: Repository, name: string): Promise<boolean> {
  return await lstatIfPresent(`${root}/${extensionFolder(name)}/descriptor.json`) !== undefined;
}

/**
 * The manifest of an installed extension; undefined when it is not here or cannot be read. The folder
 * may have come with the repository: nothing is read through a link, nor what no archive holds.
 */
export async function installedManifest(
  repository: Repository,
  name: string,
): Promise<Manifest | undefined> {
  if (tryParseExtensionName(name) === undefined) return undefined;
  const file = `${repository.root}/${extensionFolder(name)}/manifest.yaml`;
  try {
    await assertOwnFolders(repository, name);
    const found = await lstatIfPresent(file);
    if (!found?.isFile || found.size > LIMITS.archive.fileBytes) return undefined;
    const { parseManifest } = await import("@svc/core/manifest");
    return parseManifest(await Deno.readTextFile(file));
  } catch (error) {
    if (isSvcError(error)) return undefined;
    throw error;
  }
}
