import { isSvcError } from "@svc/core/error";
import { listFolder } from "../../base/files/read.ts";
import { lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import { listAll } from "./records.ts";

/** Shared by all that run something of pulled extensions, and held alone by who removes old bundles. */
const LOCK = "locks/bundles.lock";

/**
 * Keeps all bundles that are here until disposed of, and the additional files that belong to them, also
 * those that a pull replaces or a removal takes away meanwhile: to be called before an extension is
 * admitted, so that what was admitted is what runs. The kernel holds the lock, so a process that was
 * killed keeps nothing.
 *
 * @throws SvcError `lock_timeout`, `cancelled` while old bundles are being removed; `conflict` for a
 *   symbolic link in the place of the lock.
 */
export async function keepBundles(
  repository: Repository,
  signal?: AbortSignal,
): Promise<AsyncDisposable> {
  return await lockRepository(repository, { file: LOCK, shared: true, signal });
}

/**
 * Removes bundles that no record refers to any more, and their files. While anything runs they stay, for
 * the next change or the next day's look. The lock on the pulled extensions is held by the caller.
 */
export async function removeOldBundles(repository: Repository): Promise<void> {
  const records = [...(await listAll(repository)).values()];
  const used = new Set(records.map(({ folder }) => folder));
  const old: string[] = [];
  // Bundles last: as long as some are there, the next day looks here.
  for (const part of ["files", "bundles"]) {
    for (const { name } of await listFolder(`${repository.state}/${part}`)) {
      const isUsed = !name.startsWith("pulled-") || used.has(`bundles/${name}`);
      if (!isUsed) old.push(`${repository.state}/${part}/${name}`);
    }
  }
  if (old.length === 0) return;
  try {
    await using _lock = await lockRepository(repository, { file: LOCK, timeoutMs: 0 });
    for (const folder of old) await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!isSvcError(error) || error.code !== "lock_timeout") throw error;
  }
}
