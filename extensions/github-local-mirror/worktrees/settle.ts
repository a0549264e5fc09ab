import { infoAt } from "../../platform/info_at.ts";
import { entriesOf, type Entry, unregister } from "./entries.ts";
import { BEING_MADE } from "./gather.ts";
import { isWorktreeId } from "./id.ts";
import type { Mirror } from "./mirror.ts";
import { keepCommits } from "./own_commits.ts";
import { begunRemovals, deleteFiles } from "./remove.ts";
import { snapshotOf } from "./snapshot.ts";

/**
 * Brings documents and git together with what is on the disk: ends removals that were begun, writes
 * down whose folder is gone, and lets git forget what was written down so before.
 *
 * @returns the worktrees as they are then
 */
export async function settle(mirror: Mirror): Promise<Map<string, Entry>> {
  for (const id of await begunRemovals(mirror)) await endRemoval(mirror, id);
  const entries = await entriesOf(mirror);
  let changed = false;
  for (const entry of entries.values()) changed = await settleOne(mirror, entry) || changed;
  return changed ? await entriesOf(mirror) : entries;
}

async function endRemoval(mirror: Mirror, id: string): Promise<void> {
  if (!isWorktreeId(id)) return;
  const entry = (await entriesOf(mirror)).get(id);
  // A new one may have been made in its place.
  if (entry?.registered && await infoAt(entry.path) === undefined) {
    await forget(mirror, entry, "removed", "an earlier run started to remove it");
  }
  await deleteFiles(mirror, id);
}

/** Gives whether something was changed. */
async function settleOne(mirror: Mirror, entry: Entry): Promise<boolean> {
  const { snapshot, registered } = entry;
  const there = await infoAt(entry.path) !== undefined;
  if (there) {
    if (registered === null || snapshot === null || snapshot.state === "present") return false;
    await keep(mirror, entry, { state: "present", outcome: "exists" });
    return true;
  }
  if (registered === null) {
    if (snapshot === null || snapshot.state === "removed") return false;
    const reasons = ["its folder is missing, and git does not know it"];
    await keep(mirror, entry, { state: "removed", outcome: "missing", reasons });
    return true;
  }
  if (snapshot?.state !== "missing") {
    await keep(mirror, entry, { state: "missing", outcome: "missing" });
    return true;
  }
  // A worktree is locked when its folder may come back, for example on a disk that is away.
  if (registered.lock !== null && registered.lock !== BEING_MADE) return false;
  await forget(mirror, entry, "missing", "its folder is missing");
  return true;
}

async function forget(
  mirror: Mirror,
  entry: Entry,
  outcome: "removed" | "missing",
  reason: string,
): Promise<void> {
  const keptRefs = await keepCommits(mirror, entry);
  await unregister(mirror, entry);
  await keep(mirror, entry, { state: "removed", outcome, reasons: [reason], keptRefs });
}

async function keep(
  mirror: Mirror,
  entry: Entry,
  said: Parameters<typeof snapshotOf>[2],
): Promise<void> {
  await mirror.documents.keepSnapshot(await snapshotOf(mirror, entry, said));
}
