import { unlessGone } from "../../base/files/remove.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { isDiskFull } from "../../base/files/disk_full.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { lockRepository } from "../../repository/lock.ts";
import { isSvcError } from "@svc/core/error";
import type { Repository } from "../../repository/repository.ts";
import { ownPath } from "../../repository/links.ts";
import { applyChanges, nameOf } from "./apply.ts";
import { type Change, isStaged } from "./change.ts";
import { checkpoint } from "./checkpoint.ts";
import { type DataOwner, ownerFolder } from "./folder.ts";
import type { Frame } from "./frame.ts";
import { cutJournal, isPending, JOURNAL, markDone, readJournal } from "./journal.ts";
import { readOwnMetadata } from "./metadata.ts";
import { STAGING } from "./staging.ts";

/**
 * Completes commits that a killed process or a power cut left half way to the folders, and forgets
 * what was never committed. Costs one look at a file when there is nothing to do. Call under the
 * definition's lock.
 */
export async function recover(folder: string): Promise<void> {
  ownPath(folder, JOURNAL);
  if (!isPending(folder)) return;
  const journal = await readJournal(folder);
  if (journal === undefined) return;
  // After a new start of the machine the folders may lack what had reached them before.
  const frames = journal.frames.filter(({ done }) => journal.rebooted || !done);
  for (const { changes } of frames) {
    applyChanges(folder, await missingOf(folder, changes), changes.map(nameOf));
  }
  if (journal.rebooted) await checkpoint(folder, journal.frames);
  else {
    cutJournal(folder, journal.end);
    if (journal.frames.at(-1)?.done === false) markDone(folder, journal.doneLine);
  }
}

/**
 * Lets a reader see whole commits only: completes what a killed process left. When another process
 * works on the data just now, or nothing can be written here as the disk is full or read-only, the
 * folders are read as they are.
 */
export async function recoverForReading(repository: Repository, owner: DataOwner): Promise<void> {
  const folder = ownerFolder(repository, owner);
  ownPath(folder, JOURNAL);
  if (!isPending(folder)) return;
  try {
    await using _lock = await lockRepository(repository, {
      file: `locks/${owner.id}.lock`,
      timeoutMs: 0,
    });
    await recover(folder);
  } catch (error) {
    const busy = isSvcError(error) && error.code === "lock_timeout";
    if (!busy && !(error instanceof Deno.errors.PermissionDenied) && !cannotWrite(error)) {
      throw error;
    }
  }
}

function cannotWrite(error: unknown): boolean {
  return isDiskFull(error) ||
    error instanceof Error && "code" in error && error.code === "EROFS";
}

/** The changes that the folders do not show yet; a version that is not whole is taken away first. */
async function missingOf(folder: string, changes: Frame["changes"]): Promise<Change[]> {
  const missing: Change[] = [];
  for (const change of changes) {
    if (change.op !== "write") {
      if (change.op === "remove" || await isThere(folder, change)) missing.push(change);
      continue;
    }
    if (await isWhole(folder, change)) continue;
    if (isStaged(change.content) && !await stagedAgain(folder, change.content.staged, change)) {
      continue;
    }
    const { name, version } = change.metadata;
    await Deno.remove(ownPath(folder, `${name}/${version}`), { recursive: true }).catch(
      unlessGone,
    );
    missing.push(change);
  }
  return missing;
}

async function isThere(folder: string, { metadata }: Change & { op: "replace" }): Promise<boolean> {
  const path = ownPath(folder, `${metadata.name}/${metadata.version}/raw`);
  return (await lstatIfPresent(path))?.isFile ?? false;
}

async function isWhole(folder: string, change: Change & { op: "write" }): Promise<boolean> {
  const { name, version, size, checksum } = change.metadata;
  const raw = ownPath(folder, `${name}/${version}/raw`);
  const [content, metadata] = await Promise.all([
    lstatIfPresent(raw),
    lstatIfPresent(ownPath(folder, `${name}/${version}/metadata.yaml`)),
  ]);
  if (!content?.isFile || content.size !== size || !metadata?.isFile) return false;
  if (readOwnMetadata(`${folder}/${name}/${version}/metadata.yaml`) === undefined) return false;
  // What was staged was safe on the disk before the commit.
  return isStaged(change.content) || await sha256Hex(await Deno.readFile(raw)) === checksum;
}

/** False when the staged content is gone, back in its place when it was on its way already. */
async function stagedAgain(
  folder: string,
  staged: string,
  { metadata: { name, version } }: Change & { op: "write" },
): Promise<boolean> {
  const path = ownPath(folder, `${STAGING}/${staged}`);
  if ((await lstatIfPresent(path))?.isFile) return true;
  const moved = ownPath(folder, `${name}/.${version}.tmp/raw`);
  if (!(await lstatIfPresent(moved))?.isFile) return false;
  await Deno.mkdir(`${folder}/${STAGING}`, { recursive: true });
  await Deno.rename(moved, path);
  return true;
}
