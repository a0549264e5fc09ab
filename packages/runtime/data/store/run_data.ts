import { assertDataName } from "@svc/core/name";
import type { Repository } from "../../repository/repository.ts";
import { nameOf } from "./apply.ts";
import { type Change, isStaged } from "./change.ts";
import { checkpoint } from "./checkpoint.ts";
import { commit } from "./commit.ts";
import { type EphemeralData, ephemeralData } from "./ephemeral.ts";
import { type DataOwner, namesIn, ownerFolder, versionsIn } from "./folder.ts";
import type { DataMetadata, NewData } from "./item.ts";
import { isLive, type ItemStates, stateOf } from "./item_state.ts";
import { isAged } from "./journal.ts";
import { recover } from "./recover.ts";
import { clearStaging, discardStaged, stageContent, STAGING } from "./staging.ts";
import { tombstoneOf } from "./tombstone.ts";
import { readContent, readMetadata } from "./versions.ts";
import { type NewVersion, planWrites, prepareAll, type WriteOptions } from "./write.ts";

/** A behavior's own data as one run of it sees and changes it. */
export interface RunData {
  /**
   * Adds versions, all or none, safe on the disk when it returns; those with the lifetime `ephemeral`
   * stay in memory.
   *
   * @returns the metadata of each, in the order given
   * @throws SvcError `invalid_name`, `conflict`, `disk_full`, `memory_limit`; nothing is written then.
   */
  write(
    items: readonly NewVersion[],
    options?: Pick<WriteOptions, "unchanged">,
  ): Promise<DataMetadata[]>;
  /** The metadata of a version, or of the newest; also of one that marks a deletion, see `isLive`. */
  find(name: string, version?: number): Promise<DataMetadata | undefined>;
  /** @throws SvcError `checksum_mismatch`, `data_not_found`. */
  content(metadata: DataMetadata): Promise<Uint8Array>;
  /** The numbers of a name's versions, ascending. */
  versions(name: string): number[];
  /** The names of everything there is, sorted; of some the newest version may be a mark of deletion. */
  names(): string[];
  /** The names of which something is nowhere but here: held back, or ephemeral. */
  unpublished(): string[];
  /** Adds to a set, from now on, each name whose folder the run changes. */
  watchChanges(changed: Set<string>): void;
  /** Deletes a version, or all of a name; gives how many went. */
  delete(name: string, version?: number): number;
  /**
   * Adds to each name that is live a version that marks its deletion: the last state, with `deletedAt`
   * and `deletedByMethod`.
   */
  markDeleted(names: readonly string[], method: string): Promise<DataMetadata[]>;
  /** Makes everything visible at once, when versions were held back; else does nothing. */
  publish(): void;
  /** Forgets what was held back. Nobody has seen it, and its version numbers are free again. */
  discard(): void;
}

/** How a run changes data. */
interface RunDataOptions {
  /** Holds versions back until `publish`, for methods with `rollbackOnFailure`. */
  holdBack?: boolean;
}

/** Items whose state a run remembers: one that writes very many comes back to few of them. */
const MOST_STATES = 2000;

/** Bytes of versions held back in memory; more wait in files. */
const HELD_IN_MEMORY = 64 * 1024 * 1024;

/**
 * Opens the data of a definition for a run, under the definition's lock. What a killed run left is
 * completed or removed first.
 */
export async function openRunData(
  repository: Repository,
  owner: DataOwner,
  options: RunDataOptions = {},
): Promise<RunData> {
  const folder = ownerFolder(repository, owner);
  await recover(folder);
  clearStaging(folder);
  if (isAged(folder)) await checkpoint(folder);
  const states: ItemStates = new Map();
  const memory = ephemeralData();
  const held: Change[] = [];
  let heldBytes = 0;

  const watching: Set<string>[] = [];
  const publish = (changes: readonly Change[]) => {
    for (const changed of watching) for (const one of changes) changed.add(nameOf(one));
    commit(folder, changes);
  };
  const change = (changes: readonly Change[]) => {
    if (options.holdBack) held.push(...changes);
    else publish(changes);
  };
  const heldVersion = (name: string, version: number) =>
    held.find((one): one is Change & { op: "write" } =>
      one.op === "write" && one.metadata.name === name && one.metadata.version === version
    );
  const knownState = (name: string) => {
    const state = stateOf(states, folder, name, owner.id);
    // The folders know nothing of what is in memory.
    state.highest = Math.max(state.highest, memory.versions(name).at(-1) ?? 0);
    return state;
  };
  const forgetStates = () => {
    if (!options.holdBack && states.size > MOST_STATES) states.clear();
  };

  const writeKept = async (items: readonly NewVersion[], more: WriteOptions) => {
    const inMemory = options.holdBack && heldBytes < HELD_IN_MEMORY;
    const prepared = await prepareAll(folder, items, options.holdBack && !inMemory ? 0 : undefined);
    try {
      for (const { data } of items) {
        if (memory.versions(data.name).length > 0) knownState(data.name);
      }
      const plan = planWrites(folder, prepared, { ...more, states });
      change(plan.changes);
      forgetStates();
      for (const { content } of prepared) {
        if (content instanceof Uint8Array) heldBytes += content.length;
      }
      return plan.metadata;
    } catch (error) {
      // The folders decide again; of what is held back they know nothing.
      if (!options.holdBack) states.clear();
      for (const { content } of prepared) if (isStaged(content)) discardStaged(folder, content);
      throw error;
    }
  };
  const writeEphemeral = async (data: NewData, bytes: Uint8Array, more: WriteOptions) => {
    const [prepared] = await prepareAll(folder, [{ data, content: bytes }], Infinity);
    const state = knownState(data.name);
    const { changes, metadata: [metadata] } = planWrites(folder, [prepared!], { ...more, states });
    if (changes.length === 0) return metadata!;
    memory.add(metadata!, bytes);
    // It takes no place among the versions on the disk.
    state.versions = state.versions.filter((version) => version !== metadata!.version);
    return metadata!;
  };

  const self: RunData = {
    async write(items, more = {}) {
      for (const { data } of items) assertDataName(data.name);
      const kept = items.filter(({ data }) => data.lifetime !== "ephemeral");
      const inMemory = items.filter((item) => !kept.includes(item));
      const contents = await contentsOf(folder, inMemory, memory);
      const written = kept.length === 0 ? [] : await writeKept(kept, more);
      const all: DataMetadata[] = [];
      for (const { data } of items) {
        all.push(
          data.lifetime === "ephemeral"
            ? await writeEphemeral(data, contents.shift()!, more)
            : written.shift()!,
        );
      }
      return all;
    },
    async find(name, version) {
      const wanted = version ?? self.versions(name).at(-1);
      if (wanted === undefined) return undefined;
      return memory.find(name, wanted) ?? heldVersion(name, wanted)?.metadata ??
        await readMetadata(`${folder}/${name}`, wanted);
    },
    async content(metadata) {
      const found = memory.content(metadata) ??
        heldVersion(metadata.name, metadata.version)?.content;
      if (found === undefined) return await readContent(repository, owner, metadata);
      return isStaged(found) ? await Deno.readFile(`${folder}/${STAGING}/${found.staged}`) : found;
    },
    versions(name) {
      const kept = states.get(name)?.versions ?? versionsIn(`${folder}/${name}`);
      const inMemory = memory.versions(name);
      return inMemory.length === 0 ? [...kept] : [...kept, ...inMemory].sort((a, b) => a - b);
    },
    names() {
      const stored = namesIn(folder);
      const others = [
        ...options.holdBack
          ? [...states].flatMap(([name, { versions }]) => versions.length > 0 ? [name] : [])
          : [],
        ...memory.names(),
      ];
      return others.length === 0 ? stored : [...new Set([...stored, ...others])].sort();
    },
    unpublished: () => [...new Set([...held.map(nameOf), ...memory.names()])],
    watchChanges: (changed) => void watching.push(changed),
    delete(name, version) {
      assertDataName(name);
      const forgotten = memory.remove(name, version);
      const state = knownState(name);
      const versions = state.versions.filter((one) => version === undefined || one === version);
      if (versions.length === 0) return forgotten;
      change([{ op: "remove", name, versions, highest: state.highest }]);
      state.versions = state.versions.filter((one) => !versions.includes(one));
      // The newest is another one now, or none.
      if (!options.holdBack) states.delete(name);
      else state.newest = heldVersion(name, state.versions.at(-1) ?? 0)?.metadata;
      return forgotten + versions.length;
    },
    async markDeleted(names, method) {
      const marks: NewVersion[] = [];
      for (const name of names) {
        const newest = await self.find(name);
        if (newest === undefined || !isLive(newest)) continue;
        marks.push(tombstoneOf(newest, await self.content(newest), method));
      }
      return await self.write(marks);
    },
    publish() {
      publish(held.splice(0));
      heldBytes = 0;
    },
    discard() {
      for (const one of held.splice(0)) {
        if (one.op === "write" && isStaged(one.content)) discardStaged(folder, one.content);
      }
      heldBytes = 0;
      states.clear();
    },
  };
  return self;
}

/** The contents of what goes to memory, once it is sure that all of it fits. */
async function contentsOf(
  folder: string,
  items: readonly NewVersion[],
  memory: EphemeralData,
): Promise<Uint8Array[]> {
  const contents: Uint8Array[] = [];
  let size = 0;
  for (const { data, content } of items) {
    if (content instanceof Uint8Array) {
      memory.assertRoom(data.name, size += content.length);
      contents.push(content);
      continue;
    }
    const staged = await stageContent(folder, content);
    try {
      memory.assertRoom(data.name, size += staged.size);
      contents.push(await Deno.readFile(`${folder}/${STAGING}/${staged.staged}`));
    } finally {
      discardStaged(folder, staged);
    }
  }
  return contents;
}
