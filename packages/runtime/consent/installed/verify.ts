import { SvcError } from "@svc/core/error";
import { listFilesBelow } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { filesChecksum } from "./checksum.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { extensionFolder } from "./folders.ts";
import { intactExtension } from "./intact.ts";
import { settled } from "./settle.ts";
import { skillFolders } from "./skills.ts";

/** Whether a pulled extension still is what was pulled. */
interface VerifyResult {
  name: string;
  intact: boolean;
  /** True when it can run: its types and bundles are there too, and the person has agreed to them. */
  ready: boolean;
  /** Files of the lockfile that are gone. */
  missing: string[];
  /** Files that the lockfile does not name. */
  unknown: string[];
}

/** Whether somebody changed or added files since the pull; files that are gone are no such change. */
export function isChangedByHand({ intact, missing, unknown }: VerifyResult): boolean {
  return unknown.length > 0 || !intact && missing.length === 0;
}

/**
 * Compares a pulled extension with the lockfile and with the person's consent.
 *
 * @throws SvcError `not_found` when it is not installed.
 */
export async function verifyInstalled(repository: Repository, name: string): Promise<VerifyResult> {
  await settled(repository);
  const entry = (await readLockfile(repository))[name];
  if (entry === undefined) {
    throw new SvcError("not_found", `Extension not found: ${name} is not installed here`);
  }
  return await verifyLocked(repository, name, entry);
}

/** As {@linkcode verifyInstalled}, for a caller that holds the lock. */
export async function verifyLocked(
  repository: Repository,
  name: string,
  entry: LockEntry,
): Promise<VerifyResult> {
  if (entry.filesChecksum === "") {
    // Another tool pulled it and did not sum up the files: none of them is known to be as it was.
    const missing = [extensionFolder(name), ...entry.files];
    return { name, intact: false, ready: false, missing, unknown: [] };
  }
  const present: string[] = [];
  for (const folder of [extensionFolder(name), ...skillFolders(entry)]) {
    const files = await listFilesBelow(`${repository.root}/${folder}`);
    present.push(...files.map((file) => `${folder}/${file}`));
  }
  const missing = entry.files.filter((file) => !present.includes(file));
  const unknown = present.filter((file) => !entry.files.includes(file));
  const intact = missing.length === 0 && unknown.length === 0 &&
    await filesChecksum(entry.files, (file) => `${repository.root}/${file}`) ===
      entry.filesChecksum;
  const ready = intact && await intactExtension(repository, name, entry) !== undefined;
  return { name, intact, ready, missing, unknown };
}
