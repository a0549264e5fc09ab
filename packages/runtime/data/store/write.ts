import { assertDataName } from "@svc/core/name";
import { isDiskFull } from "../../base/files/disk_full.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Change } from "./change.ts";
import { checkpoint } from "./checkpoint.ts";
import { commit, diskFull } from "./commit.ts";
import { type DataOwner, ownerFolder } from "./folder.ts";
import type { Content, DataMetadata, NewData } from "./item.ts";
import { isLive, type ItemState, type ItemStates, stateOf } from "./item_state.ts";
import { journalSize } from "./journal.ts";
import { durationMs } from "./lifetime.ts";
import { lastMoment, placedIn, writtenAfter, writtenOf } from "./order.ts";
import { recover } from "./recover.ts";
import { discardStaged, INLINE_BYTES, stageContent } from "./staging.ts";

/** A version to add. */
export interface NewVersion {
  data: NewData;
  content: Content;
}

/** How versions are added. */
export interface WriteOptions {
  /**
   * `keep` adds no version where the newest one holds the same content, and gives that one back;
   * `write`, the default, adds one in any case.
   */
  unchanged?: "keep" | "write";
  /** What is known of the items, when one process writes again and again under one lock. */
  states?: ItemStates;
}

/** Bytes of a journal from which on it is emptied before more is added. */
const JOURNAL_LIMIT = 32 * 1024 * 1024;

/**
 * Adds versions of data items, all or none, safe on the disk when it returns. A version is whole or
 * absent for readers, its number is never given again, and of each name only as many versions stay as
 * its `garbageCollection` counts. Call under the definition's lock.
 *
 * @returns the metadata of each, in the order given
 * @throws SvcError `invalid_name` for a name that is not a plain path segment; `conflict` for a name of
 *   another definition; `disk_full`. Nothing has been written then.
 */
export async function writeVersions(
  repository: Repository,
  owner: DataOwner,
  items: readonly NewVersion[],
  options: WriteOptions = {},
): Promise<DataMetadata[]> {
  for (const { data } of items) assertDataName(data.name);
  const folder = ownerFolder(repository, owner);
  await recover(folder);
  if (journalSize(folder) > JOURNAL_LIMIT) await checkpoint(folder);
  const prepared = await prepareAll(folder, items);
  const states = options.states ?? new Map();
  try {
    const plan = planWrites(folder, prepared, { ...options, states });
    commit(folder, plan.changes);
    return plan.metadata;
  } catch (error) {
    // The folders decide again.
    states.clear();
    for (const { content } of prepared) if ("staged" in content) discardStaged(folder, content);
    throw error;
  }
}

/** As {@linkcode writeVersions} for one. */
export async function writeVersion(
  repository: Repository,
  owner: DataOwner,
  data: NewData,
  content: Content,
  options: WriteOptions = {},
): Promise<DataMetadata> {
  const [metadata] = await writeVersions(repository, owner, [{ data, content }], options);
  return metadata!;
}

/** A version to add whose content is known by size and checksum. */
interface PreparedVersion {
  data: NewData;
  content: Uint8Array | { staged: string };
  size: number;
  checksum: string;
}

/**
 * Hashes what is small and stages what is large.
 *
 * @param inline bytes up to which content is small
 */
export async function prepareAll(
  folder: string,
  items: readonly NewVersion[],
  inline: number = INLINE_BYTES,
): Promise<PreparedVersion[]> {
  const prepared: PreparedVersion[] = [];
  try {
    for (const { data, content } of items) {
      if (content instanceof Uint8Array && content.length <= inline) {
        const checksum = await sha256Hex(content);
        prepared.push({ data, content, size: content.length, checksum });
      } else {
        const { staged, size, checksum } = await stageContent(folder, content);
        prepared.push({ data, content: { staged }, size, checksum });
      }
    }
    return prepared;
  } catch (error) {
    for (const { content } of prepared) if ("staged" in content) discardStaged(folder, content);
    throw isDiskFull(error) ? diskFull(items.map(({ data }) => data.name), error) : error;
  }
}

/** What adding these versions changes, and the metadata they get. */
export function planWrites(
  folder: string,
  items: readonly PreparedVersion[],
  options: WriteOptions & { states: ItemStates },
): { changes: Change[]; metadata: DataMetadata[] } {
  // Refused before anything is planned, as the states are what later writes go by.
  for (const { data } of items) {
    stateOf(options.states, folder, data.name, data.ownerDefinition.ownerRef);
  }
  const writes: Change[] = [];
  const removals: Change[] = [];
  const metadata = items.map((item) => {
    const { name, ownerDefinition } = item.data;
    const state = stateOf(options.states, folder, name, ownerDefinition.ownerRef);
    if (options.unchanged === "keep" && state.newest && isUnchanged(state.newest, item)) {
      if ("staged" in item.content) discardStaged(folder, item.content);
      return state.newest;
    }
    const made: DataMetadata = {
      id: crypto.randomUUID(),
      ...item.data,
      version: state.highest + 1,
      createdAt: new Date(Date.now()).toISOString(),
      written: writtenAfter(lastWritten(folder, name, state)),
      size: item.size,
      checksum: item.checksum,
    };
    writes.push({ op: "write", metadata: made, content: item.content });
    state.versions.push(made.version);
    state.highest = made.version;
    state.newest = made;
    removals.push(...surplusOf(name, state));
    return made;
  });
  return { changes: [...writes, ...removals], metadata };
}

/** When the newest version was written; versions of earlier releases say that together only. */
function lastWritten(folder: string, name: string, { newest, versions }: ItemState) {
  const written = newest && writtenOf(newest);
  if (written !== undefined) return written.at;
  return lastMoment(placedIn(`${folder}/${name}`, [...versions].sort((a, b) => a - b)));
}

/** The versions that the newest one's `garbageCollection` no longer counts, the oldest ones. */
function surplusOf(name: string, state: ItemState): Change[] {
  const keep = state.newest?.garbageCollection;
  if (typeof keep !== "number" || state.versions.length <= keep) return [];
  const versions = state.versions.splice(0, state.versions.length - keep);
  return [{ op: "remove", name, versions, highest: state.highest }];
}

/** The part of a lifetime after which the same content is written again, so that it does not expire. */
const RENEWED_AFTER = 0.1;

function isUnchanged(newest: DataMetadata, { data, checksum, size }: PreparedVersion): boolean {
  const same = newest.checksum === checksum && newest.size === size && isLive(newest) &&
    newest.contentType === data.contentType && newest.lifetime === data.lifetime &&
    newest.garbageCollection === data.garbageCollection &&
    data.lifecycle !== "deleted" && newest.tags["specName"] === data.tags["specName"];
  if (!same) return false;
  const lifetime = durationMs(data.lifetime);
  return !lifetime || Date.now() - Date.parse(newest.createdAt) < lifetime * RENEWED_AFTER;
}
