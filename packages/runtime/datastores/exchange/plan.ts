import type { DataMetadata } from "../../data/store/item.ts";
import type { Window } from "../../data/store/order.ts";
import type { Base, KnownVersion } from "./base.ts";
import { type Numbered, rebaseNumbers, settleNumbers } from "./numbers.ts";
import type { ChangeRecord, Removal } from "./record_file.ts";
import { type Move, type Overtaken, planOrder } from "./overtaken.ts";
import { mergeAmendments, tagsDigest } from "./tags.ts";

/** The three sides of a merge, of one behavior. */
export interface Sides {
  /** What is here, by id. */
  local: ReadonlyMap<string, DataMetadata>;
  /** What was synchronised last, and every record of the store that is known. */
  base: Base;
  /** Ids of the versions that the store has a file of. */
  present: ReadonlySet<string>;
  /** What those files say that are not known from the last sync. */
  fresh: ReadonlyMap<string, DataMetadata>;
  /** Whether a version that was here has been deleted by svc, and not lost with its folder. */
  wasDeleted(known: KnownVersion): boolean;
  /** The highest number that a name was ever given here. */
  highestHere(name: string): number;
}

/** What a merge changes. Versions are never changed in any other way. */
export interface MergePlan {
  /** Here: versions that were deleted elsewhere. */
  remove: DataMetadata[];
  /** Here: numbers of versions that the store has not seen, behind those it has. */
  rebase: Move[];
  /** Here: numbers that two machines had given; the highest first. */
  settle: Move[];
  /** Here: other tags. */
  retag: DataMetadata[];
  /** Here: versions to add, with the number and the tags that they get; by name and number. */
  add: DataMetadata[];
  /** To the store: ids of versions that it has not seen, or not for sure. */
  send: string[];
  /** To the store: ids of versions that it had and has lost. */
  sendAgain: string[];
  /** To the store: what becomes of versions that it has. */
  record: ChangeRecord;
  /** What the store says of the versions that it has, by id. */
  stored: Map<string, { number: number; tags: string }>;
  /** Here: by name, which numbers of the items that change will not tell the order. */
  windows: Map<string, Window[]>;
  /** Versions that were overtaken, as far as that is new here. */
  overtaken: Overtaken[];
}

/**
 * Compares what is here, what is in the store and what was synchronised last.
 *
 * - A version is known by its id, whatever its number: its content never changes.
 * - What one side has and the other has never seen is added there.
 * - A version that the store says was deleted goes. One that the store merely lacks is sent again.
 * - A version that svc deleted here is deleted in the store. One that merely lacks here is added again.
 * - Numbers: see `settleNumbers` for versions that are in the store, `rebaseNumbers` for new ones.
 * - The latest is the one that was written last, whatever its number: see `planOrder`.
 * - Tags that were changed here win over tags that were changed elsewhere.
 */
export function planMerge(sides: Sides): MergePlan {
  const plan: MergePlan = {
    remove: [],
    rebase: [],
    settle: [],
    retag: [],
    add: [],
    send: [],
    sendAgain: [],
    record: { removed: [], amended: [] },
    stored: new Map(),
    windows: new Map(),
    overtaken: [],
  };
  const shared = sharedVersions(sides, plan);
  const given = givenNumbers(sides, shared);
  settle(shared, given);
  for (const one of shared.values()) bringHere(one, plan);
  sendNew(sides, shared, given, plan);
  plan.settle.sort((a, b) => b.to - a.to);
  plan.add.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : a.version - b.version);
  planOrder(sides, plan);
  return plan;
}

/** A version that the store has, or had until it lost it. */
interface SharedVersion {
  id: string;
  name: string;
  /** As the store says. */
  stored: { number: number; tags: Record<string, string> | undefined; revision: number };
  /** Absent when nothing is known of it from the last sync. */
  known: KnownVersion | undefined;
  local: DataMetadata | undefined;
  fresh: DataMetadata | undefined;
  /** The number that it has from now on. */
  number: number;
  /** Set when it gets another number now. */
  renumberedFrom?: number;
}

function sharedVersions(sides: Sides, plan: MergePlan): Map<string, SharedVersion> {
  const { base, local, fresh, present } = sides;
  const shared = new Map<string, SharedVersion>();
  for (const [id, metadata] of local) if (base.removed.has(id)) plan.remove.push(metadata);
  for (const id of new Set([...base.versions.keys(), ...fresh.keys()])) {
    if (base.removed.has(id)) continue;
    const known = base.versions.get(id);
    const here = local.get(id);
    const found = fresh.get(id);
    if (here === undefined && known !== undefined && sides.wasDeleted(known)) {
      plan.record.removed.push({ id, name: known.name, number: known.number });
      continue;
    }
    // Gone on both sides, or unreadable there: a machine that has it may send it again.
    if (here === undefined && found === undefined) continue;
    if (!present.has(id)) (known!.sent ? plan.sendAgain : plan.send).push(id);
    else if (here !== undefined && !known?.sent) plan.send.push(id);
    const amended = base.amended.get(id);
    const number = Math.max(amended?.number ?? 0, known?.stored ?? 0, found?.version ?? 0);
    shared.set(id, {
      id,
      name: here?.name ?? found!.name,
      stored: { number, tags: amended?.tags ?? found?.tags, revision: amended?.revision ?? 0 },
      known,
      local: here,
      fresh: found,
      // A pull may have settled on a number that no push has told the store yet.
      number: Math.max(number, here?.version ?? 0),
    });
  }
  return shared;
}

/** By name, the numbers that the store has given, also to versions that are gone. */
type Given = Map<string, Set<number>>;

function givenNumbers(
  { base }: Sides,
  shared: ReadonlyMap<string, SharedVersion>,
): Given {
  const given: Given = new Map();
  const see = (name: string, number: number) => {
    const numbers = given.get(name);
    if (numbers === undefined) given.set(name, new Set([number]));
    else numbers.add(number);
  };
  for (const { name, number } of base.removed.values()) see(name, number);
  for (const { name, number, stored } of base.versions.values()) {
    see(name, number);
    see(name, stored);
  }
  for (const { name, number } of shared.values()) see(name, number);
  return given;
}

function settle(shared: Map<string, SharedVersion>, given: Given): void {
  for (const [name, versions] of Map.groupBy(shared.values(), ({ name }) => name)) {
    const numbers = given.get(name)!;
    let highest = 0;
    for (const number of numbers) highest = Math.max(highest, number);
    for (const [id, number] of settleNumbers(versions, highest)) {
      const one = shared.get(id)!;
      one.renumberedFrom = one.number;
      one.number = number;
      numbers.add(number);
    }
  }
}

/** Plans what is here to be as in the store, or the other way round for what changed here. */
function bringHere(one: SharedVersion, plan: MergePlan): void {
  const { id, known, local, fresh, number, stored } = one;
  const storedTags = stored.tags === undefined ? known!.tags : tagsDigest(stored.tags);
  const localTags = local && tagsDigest(local.tags);
  const changedHere = local !== undefined && known !== undefined && localTags !== known.tags;
  let tags = changedHere || stored.tags === undefined ? local!.tags : stored.tags;
  if (one.renumberedFrom !== undefined) tags = renumbered(tags, one.renumberedFrom);
  if (number > stored.number || tagsDigest(tags) !== storedTags) {
    plan.record.amended.push({ id, number, tags, revision: stored.revision + 1 });
  }
  plan.stored.set(id, { number: stored.number, tags: storedTags });
  if (local === undefined) plan.add.push({ ...fresh!, version: number, tags });
  else if (local.version !== number) plan.settle.push({ metadata: local, to: number, tags });
  else if (localTags !== tagsDigest(tags)) plan.retag.push({ ...local, tags });
}

function sendNew(
  { local, base, highestHere }: Sides,
  shared: ReadonlyMap<string, SharedVersion>,
  given: Given,
  plan: MergePlan,
): void {
  const unsent = [...local.values()].filter(({ id }) => !shared.has(id) && !base.removed.has(id));
  for (const [name, versions] of Map.groupBy(unsent, ({ name }) => name)) {
    const numbered: Numbered[] = versions.map(({ id, version }) => ({ id, number: version }));
    const moved = rebaseNumbers(numbered, given.get(name) ?? new Set(), highestHere(name));
    for (const metadata of versions) {
      const to = moved.get(metadata.id);
      if (to === undefined) continue;
      plan.rebase.push({ metadata, to, tags: renumbered(metadata.tags, metadata.version) });
    }
  }
  plan.send.push(...unsent.map(({ id }) => id));
}

/** Says in the tags which number a version had first. */
function renumbered(tags: Record<string, string>, from: number): Record<string, string> {
  return tags["renumberedFrom"] === undefined ? { ...tags, renumberedFrom: String(from) } : tags;
}

/** Takes a version out of the base permanently. */
function forgetVersion(base: Base, { id, name, number }: Removal): void {
  base.versions.delete(id);
  base.amended.delete(id);
  base.removed.set(id, { name, number });
}

/** Adds what a record of the store says. */
export function takeRecord(base: Base, record: ChangeRecord): void {
  for (const removal of record.removed) forgetVersion(base, removal);
  for (const amendment of record.amended) {
    const { id } = amendment;
    if (base.removed.has(id)) continue;
    base.amended.set(id, mergeAmendments(base.amended.get(id), amendment));
  }
}
