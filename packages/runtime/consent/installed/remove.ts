import { SvcError } from "@svc/core/error";
import type { Repository } from "../../repository/repository.ts";
import { type LockEntry, readLockfile } from "./lockfile.ts";
import { changeExtensions, lockExtensions, settled } from "./settle.ts";
import { isChangedByHand, verifyLocked } from "./verify.ts";

/** @throws SvcError `not_found` when an extension is not installed */
export async function assertInstalled(repository: Repository, name: string): Promise<void> {
  await settled(repository);
  await lockedEntry(repository, name);
}

/** What was removed. */
export interface Removed {
  name: string;
  version: string;
  filesDeleted: number;
}

/** How to remove. */
interface RemoveOptions {
  /** Also when its files were changed here. */
  force?: boolean;
}

/**
 * Removes pulled extensions, all of them or none, and the person's consent for each. Behaviors of their
 * types and their data stay. As an install, it is decided by one rename and completed by the next
 * command after a kill.
 *
 * @throws SvcError `not_found` when one is not installed; `conflict` naming what was changed by hand.
 */
export async function removeExtensions(
  repository: Repository,
  names: readonly string[],
  { force = false }: RemoveOptions = {},
): Promise<Removed[]> {
  await using _lock = await lockExtensions(repository);
  const removed: Removed[] = [];
  for (const name of names) {
    const entry = await lockedEntry(repository, name);
    if (!force) await refuseChanged(repository, name, entry);
    removed.push({ name, version: entry.version, filesDeleted: entry.files.length });
  }
  const changes = names.map((name) => ({ action: "remove", name } as const));
  await changeExtensions(repository, () => Promise.resolve(changes));
  return removed;
}

async function lockedEntry(repository: Repository, name: string): Promise<LockEntry> {
  const entry = (await readLockfile(repository))[name];
  if (entry !== undefined) return entry;
  throw new SvcError("not_found", `Extension not found: ${name} is not installed here`, {
    hint: "'svc extension list' shows the installed ones.",
  });
}

async function refuseChanged(
  repository: Repository,
  name: string,
  entry: LockEntry,
): Promise<void> {
  const found = await verifyLocked(repository, name, entry);
  if (!isChangedByHand(found)) return;
  throw new SvcError("conflict", `Files of ${name} were changed here since they were pulled`, {
    details: found.unknown.map((path) => ({ path, message: "was added here" })),
    hint: "Copy your changes elsewhere, then remove it with --force.",
  });
}
