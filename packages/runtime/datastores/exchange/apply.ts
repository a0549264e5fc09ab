import { isSvcError } from "@svc/core/error";
import { ownPath } from "../../repository/links.ts";
import { checkpoint } from "../../data/store/checkpoint.ts";
import type { Change } from "../../data/store/change.ts";
import { commit } from "../../data/store/commit.ts";
import { readSmallFile } from "../../base/files/read.ts";
import { infoOf } from "../../base/files/stamp.ts";
import { syncFolder, writeAtomic } from "../../base/files/write.ts";
import { HIGHEST_VERSION, highestGiven, versionsIn } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { stateOf } from "../../data/store/item_state.ts";
import { journalSize } from "../../data/store/journal.ts";
import { LONGEST_ORDER, ORDER_FILE, orderText, type Window } from "../../data/store/order.ts";
import { INLINE_BYTES, stageContent } from "../../data/store/staging.ts";
import type { Base } from "./base.ts";
import { copyPieces, openRegular } from "./pieces.ts";
import type { Move } from "./overtaken.ts";
import type { MergePlan } from "./plan.ts";
import { Refused } from "./refusal.ts";
import { readVersionContent } from "./version_file.ts";

/** What bringing a plan into the folders needs. */
interface ApplyOptions {
  /** Of the definition's data. */
  folder: string;
  /** Id of the definition. */
  ownerRef: string;
  /** The place of a version's file in the exchange folder, and what it must say of itself. */
  placeOf(id: string): { path: string; id: string; definition: string };
  /** Is told what could not be done; the rest goes on. */
  refuse(what: string, why: string): void;
  signal?: AbortSignal | undefined;
}

/** What was done. */
export interface Applied {
  added: DataMetadata[];
  removed: number;
  renumbered: { name: string; from: number; to: number; id: string }[];
}

/** Versions, and bytes of them, that are made safe together. */
const BATCH = { versions: 500, bytes: 8 * 1024 * 1024 };

/** Versions that get other numbers together. */
const MOVED = 100;

/** Bytes of a journal from which on it is emptied. */
const JOURNAL_LIMIT = 32 * 1024 * 1024;

/**
 * Brings the part of a plan that is about this machine into the folders, through the journal: each
 * version is whole or absent, and a merge that was cut off goes on from what is there. Call under the
 * definition's lock.
 *
 * @throws SvcError `disk_full`, `cancelled`; what was done before stays
 */
export async function applyPlan(
  plan: MergePlan,
  base: Base,
  options: ApplyOptions,
): Promise<Applied> {
  const disordered = await openOrder(plan, options.folder);
  const removed = removeVersions(plan.remove, base, options.folder);
  const renumbered = [
    ...await moveTogether(plan.rebase, options),
    ...await moveOneByOne(plan.settle, options),
  ];
  if (plan.retag.length > 0) {
    commit(options.folder, plan.retag.map((metadata) => ({ op: "replace", metadata })));
  }
  const added = await addVersions(plan.add, options);
  for (const name of disordered) await keepOrder(options.folder, name, plan.windows.get(name)!);
  return { added, removed, renumbered };
}

/**
 * Says of the items whose numbers do not tell the order, before the merge or after it, that none of
 * them does. So the latest is right at each step on the way, for whoever reads and after each kill.
 *
 * @returns their names
 */
async function openOrder(
  { windows, rebase, settle }: MergePlan,
  folder: string,
): Promise<string[]> {
  const moved = new Set([...rebase, ...settle].map(({ metadata }) => metadata.name));
  const names: string[] = [];
  for (const [name, after] of windows) {
    const before = readSmallFile(`${ownPath(folder, name)}/${ORDER_FILE}`, LONGEST_ORDER);
    if (before === undefined && after.length === 0) continue;
    if (before === orderText(after) && !moved.has(name)) continue;
    await keepOrder(folder, name, [[0, HIGHEST_VERSION]]);
    names.push(name);
  }
  return names;
}

/** Keeps which numbers do not tell the order. It is not in the journal, so it waits for the disk. */
async function keepOrder(folder: string, name: string, windows: readonly Window[]): Promise<void> {
  const item = ownPath(folder, name);
  if (infoOf(item) === undefined) {
    Deno.mkdirSync(item, { recursive: true });
    await syncFolder(folder);
  }
  if (windows.length > 0) await writeAtomic(`${item}/${ORDER_FILE}`, orderText(windows));
  else Deno.removeSync(`${item}/${ORDER_FILE}`);
  await syncFolder(item);
}

function removeVersions(
  versions: readonly DataMetadata[],
  base: Base,
  folder: string,
): number {
  const changes: Change[] = [];
  for (const [name, gone] of Map.groupBy(versions, ({ name }) => name)) {
    changes.push({
      op: "remove",
      name,
      versions: gone.map(({ version }) => version),
      highest: highestGiven(`${folder}/${name}`, versionsIn(ownPath(folder, name))),
    });
  }
  // A number that was given elsewhere and is gone is not given again here, either.
  const highest = new Map<string, number>();
  for (const { name, number } of base.removed.values()) {
    highest.set(name, Math.max(highest.get(name) ?? 0, number));
  }
  for (const [name, number] of highest) {
    const change = changes.find((one) => one.op === "remove" && one.name === name);
    if (change?.op === "remove") change.highest = Math.max(change.highest, number);
  }
  commit(folder, changes);
  return versions.length;
}

/** Gives versions numbers that nobody has, in one step. */
async function moveTogether(moves: readonly Move[], options: ApplyOptions) {
  for (let at = 0; at < moves.length; at += MOVED) {
    const batch = moves.slice(at, at + MOVED);
    const changes: Change[] = [];
    for (const move of batch) changes.push(...await changesOf(move, options.folder));
    commit(options.folder, [
      ...changes.filter(({ op }) => op === "write"),
      ...changes.filter(({ op }) => op !== "write"),
    ]);
    await keepJournalSmall(options.folder);
  }
  return moves.map(movedOf);
}

/** Gives versions numbers that others of them may have until they are moved themselves. */
async function moveOneByOne(moves: readonly Move[], options: ApplyOptions) {
  const done: Move[] = [];
  for (const move of moves) {
    const { name, version } = move.metadata;
    if (versionsIn(ownPath(options.folder, name)).includes(move.to)) {
      options.refuse(`${name} version ${version}`, `its new number ${move.to} is taken here`);
      continue;
    }
    commit(options.folder, await changesOf(move, options.folder));
    done.push(move);
  }
  return done.map(movedOf);
}

function movedOf({ metadata: { id, name, version }, to }: Move) {
  return { id, name, from: version, to };
}

async function changesOf({ metadata, to, tags }: Move, folder: string): Promise<Change[]> {
  const { name, version, size } = metadata;
  const raw = ownPath(folder, `${name}/${version}/raw`);
  const item = ownPath(folder, name);
  const content = size <= INLINE_BYTES
    ? Deno.readFileSync(raw)
    : await stageContent(folder, (target) => linkOrCopy(raw, target));
  const moved = { ...metadata, version: to, tags };
  return [
    // What is in the folder counts: damaged content stays what it is, and is found out when it is read.
    content instanceof Uint8Array && content.length !== size
      ? { op: "write", metadata: moved, content: await stageContent(folder, content) }
      : { op: "write", metadata: moved, content },
    {
      op: "remove",
      name,
      versions: [version],
      highest: highestGiven(item, versionsIn(item)),
    },
  ];
}

/** A second name costs nothing; the first one goes in the same commit. */
function linkOrCopy(from: string, to: string) {
  try {
    Deno.linkSync(from, to);
  } catch {
    const opened = openRegular(from);
    if (opened === undefined) throw new Refused("its content is gone");
    using file = opened.file;
    using copy = Deno.openSync(to, { write: true, createNew: true });
    copyPieces(file, copy, Infinity);
    copy.syncDataSync();
  }
  return Promise.resolve({ size: 0, checksum: "" });
}

async function addVersions(
  versions: readonly DataMetadata[],
  options: ApplyOptions,
): Promise<DataMetadata[]> {
  const added: DataMetadata[] = [];
  let batch: Change[] = [];
  let bytes = 0;
  const flush = async () => {
    commit(options.folder, batch);
    added.push(...batch.map((change) => (change as Change & { op: "write" }).metadata));
    batch = [];
    bytes = 0;
    await keepJournalSmall(options.folder);
  };
  const fits = itemCheck(options);
  for (const metadata of versions) {
    options.signal?.throwIfAborted();
    const { path, ...place } = options.placeOf(metadata.id);
    try {
      fits(metadata);
      const { folder, signal } = options;
      const content = await readVersionContent(path, place, metadata, folder, signal);
      batch.push({ op: "write", metadata, content });
      if (content instanceof Uint8Array) bytes += content.length;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      options.refuse(path, error.message);
    }
    if (batch.length >= BATCH.versions || bytes >= BATCH.bytes) await flush();
  }
  if (batch.length > 0) await flush();
  return added;
}

/** Refuses a version whose item cannot take it: another behavior's, or a name of the same folder. */
function itemCheck({ folder, ownerRef }: ApplyOptions): (metadata: DataMetadata) => void {
  const states = new Map();
  const taken = new Map<string, Set<number>>();
  return ({ name, version }) => {
    let numbers = taken.get(name);
    if (numbers === undefined) {
      try {
        ownPath(folder, name);
        stateOf(states, folder, name, ownerRef);
      } catch (error) {
        if (!isSvcError(error)) throw error;
        throw new Refused(error.message);
      }
      taken.set(name, numbers = new Set(versionsIn(`${folder}/${name}`)));
    }
    if (numbers.has(version)) {
      throw new Refused(`'${name}' has another version ${version} here, which cannot be read`);
    }
    numbers.add(version);
  };
}

async function keepJournalSmall(folder: string): Promise<void> {
  if (journalSize(folder) > JOURNAL_LIMIT) await checkpoint(folder);
}
