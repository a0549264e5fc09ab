import { stampOfOwner } from "../../data/catalog/refresh.ts";
import { lockRepository } from "../../repository/lock.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { contentFile, type DataOwner, ownerFolder } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { recover } from "../../data/store/recover.ts";
import { clearStaging } from "../../data/store/staging.ts";
import { type Applied, applyPlan } from "./apply.ts";
import { type Base, prepareBase, readBase, writeBase } from "./base.ts";
import { headerLine, parseHeader } from "./header.ts";
import type { Listing } from "./listing.ts";
import { highestHere, localVersions, wasDeleted } from "./local.ts";
import type { Outgoing } from "./outgoing.ts";
import { aheadOf, type Overtaken } from "./overtaken.ts";
import { versionPath } from "./paths.ts";
import { type MergePlan, planMerge } from "./plan.ts";
import {
  rememberRecord,
  rememberWhole,
  removeRecords,
  sendRecords,
  takeRecords,
} from "./records.ts";
import { Refused } from "./refusal.ts";
import { remember } from "./remember.ts";
import { readVersionHeader, writeVersionFile } from "./version_file.ts";

/** How the data of a behavior is merged. */
interface MergeOptions {
  repository: Repository;
  exchange: string;
  /** Tells one store from another. */
  store: string;
  /** Absent: nothing is prepared for the store. */
  out?: Outgoing | undefined;
  /** Is told what was left alone. */
  refuse(what: string, why: string): void;
  /** Milliseconds to wait for a run that holds the data; as long as for any lock when absent. */
  waitMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** What merging a behavior did. */
export interface Merged extends Applied {
  /** Versions that another machine overtook, as far as that may not have been said yet. */
  overtaken: Overtaken[];
  /** Versions that came and that the clock here takes for written in the future. */
  ahead: ReturnType<typeof aheadOf>;
  /** Versions on their way to the store that it had never seen. */
  sent: number;
  /** Versions on their way to the store that it had lost. */
  lost: number;
  /** Versions that were deleted here and go from the store. */
  removedThere: number;
  /** Notes that all that was on its way has reached the store. */
  confirm(): Promise<void>;
}

/**
 * Merges the data of one behavior with what the exchange folder holds of it.
 *
 * @param owner where its data is, or is to be
 * @returns undefined when nothing has changed on either side
 * @throws SvcError `lock_timeout` while a run holds the data; `disk_full`; `cancelled`. What was done
 *   until then is whole, and the next merge goes on.
 */
export async function mergeBehavior(
  owner: DataOwner,
  listing: Listing,
  options: MergeOptions,
): Promise<Merged | undefined> {
  const folder = ownerFolder(options.repository, owner);
  await using _lock = await lockRepository(options.repository, {
    file: `locks/${owner.id}.lock`,
    ...(options.waitMs === undefined ? {} : { timeoutMs: options.waitMs }),
    signal: options.signal,
  });
  await recover(folder);
  const base = readBase(folder, options.store);
  const stamp = stampOfOwner(folder);
  if (stamp !== "" && stamp === base.stamp && isSettled(base, listing)) return undefined;
  clearStaging(folder);
  takeRecords(owner, listing, base, options);
  const local = await localVersions(options.repository, owner, folder);
  const fresh = freshVersions(owner, listing, local, base, folder, options);
  const plan = planMerge({
    local: without(local, fresh.refused),
    base,
    present: listing.versions,
    fresh: fresh.versions,
    wasDeleted: (known) => wasDeleted(folder, known),
    highestHere: (name) => highestHere(folder, name),
  });
  const definition = owner.id.toLowerCase();
  const applied = await applyPlan(plan, base, {
    folder,
    ownerRef: owner.id,
    placeOf: (id) => ({
      path: ownPath(options.exchange, versionPath(definition, id)),
      id,
      definition,
    }),
    refuse: options.refuse,
    signal: options.signal,
  });
  const here = afterwards(local, plan, applied);
  const { out } = options;
  base.overtaken = [...new Map(
    [...base.overtaken, ...plan.overtaken].map((one) => [one.id, one]),
  ).values()];
  const { overtaken } = base;
  remember(base, plan, here, out === undefined ? "pulled" : "sent");
  if (out !== undefined) {
    rememberRecord(base, plan.record);
    rememberWhole(base, listing);
  }
  const isWhole = out !== undefined || isNothing(plan);
  const save = () => writeBase(folder, base);
  prepareBase(folder);
  base.stamp = isWhole ? stampOfOwner(folder) : "";
  // Before anything is on its way: whenever svc ends, the next sync knows what may be in the store.
  await save();
  const told = { ...applied, overtaken, ahead: aheadOf(applied.added) };
  if (out === undefined) {
    return { ...told, sent: 0, lost: 0, removedThere: 0, confirm: () => said(base, save) };
  }
  const counts = await sendVersions(owner, plan, here, options, out);
  for (const id of counts.refused) base.versions.delete(id);
  if (counts.refused.length > 0) base.stamp = "";
  await removeFiles(definition, listing, base, out);
  await sendRecords(definition, base, out);
  await removeRecords(definition, listing, base, out);
  if (counts.refused.length > 0) await save();
  return {
    ...told,
    sent: counts.sent,
    lost: counts.lost,
    removedThere: plan.record.removed.length,
    confirm: () => confirmed(base, save),
  };
}

/** What is here now that a plan has been carried out. */
function afterwards(
  local: ReadonlyMap<string, DataMetadata>,
  plan: MergePlan,
  { added, renumbered }: Applied,
): ReadonlyMap<string, DataMetadata> {
  const here = new Map(local);
  for (const { id } of plan.remove) here.delete(id);
  for (const metadata of [...plan.retag, ...added]) here.set(metadata.id, metadata);
  const moves = new Map([...plan.rebase, ...plan.settle].map((move) => [move.metadata.id, move]));
  for (const { id, to } of renumbered) {
    const { metadata, tags } = moves.get(id)!;
    here.set(id, { ...metadata, version: to, tags });
  }
  return here;
}

/** True for a plan that leaves the store as it is. */
function isNothing({ send, sendAgain, record }: MergePlan): boolean {
  return send.length + sendAgain.length + record.amended.length + record.removed.length === 0;
}

/** True when the store has what is known of it and nothing else, and nothing is on its way. */
function isSettled(base: Base, { versions, records }: Listing): boolean {
  if (base.outbox.size + base.overtaken.length > 0 || versions.size !== base.versions.size) {
    return false;
  }
  if (records.size !== base.records.size) return false;
  for (const id of records) if (!base.records.has(id)) return false;
  for (const id of versions) if (!base.versions.get(id)?.sent) return false;
  return true;
}

/** What the files say that are not known, or whose version is no longer here. */
function freshVersions(
  owner: DataOwner,
  { versions }: Listing,
  local: ReadonlyMap<string, DataMetadata>,
  base: Base,
  folder: string,
  { exchange, refuse }: MergeOptions,
): { versions: Map<string, DataMetadata>; refused: Set<string> } {
  const definition = owner.id.toLowerCase();
  const found = new Map<string, DataMetadata>();
  const refused = new Set<string>();
  for (const id of versions) {
    const known = base.versions.get(id);
    if (base.removed.has(id)) continue;
    if (known !== undefined && (local.has(id) || wasDeleted(folder, known))) continue;
    const path = ownPath(exchange, versionPath(definition, id));
    try {
      const { metadata } = readVersionHeader(path, { id, definition });
      assertSame(local.get(id), metadata);
      found.set(id, {
        ...metadata,
        ownerDefinition: { ...metadata.ownerDefinition, ownerRef: owner.id },
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(path, error.message);
      refused.add(id);
    }
  }
  return { versions: found, refused };
}

/** A version that both sides have is the same on both, or the file is not svc's. */
function assertSame(local: DataMetadata | undefined, stored: DataMetadata): void {
  if (local === undefined) return;
  const same = local.name === stored.name && local.checksum === stored.checksum &&
    local.size === stored.size;
  if (!same) throw new Refused(`it is not the version of '${local.name}' that has its id here`);
}

function without(
  local: ReadonlyMap<string, DataMetadata>,
  refused: ReadonlySet<string>,
): ReadonlyMap<string, DataMetadata> {
  if (refused.size === 0) return local;
  return new Map([...local].filter(([id]) => !refused.has(id)));
}

async function sendVersions(
  owner: DataOwner,
  plan: MergePlan,
  here: ReadonlyMap<string, DataMetadata>,
  { repository, refuse, signal }: MergeOptions,
  out: Outgoing,
): Promise<{ sent: number; lost: number; refused: string[] }> {
  const definition = owner.id.toLowerCase();
  const again = new Set(plan.sendAgain);
  const counts = { sent: 0, lost: 0, refused: [] as string[] };
  for (const id of [...plan.send, ...again]) {
    const metadata = here.get(id);
    if (metadata === undefined) continue;
    const { name, version } = metadata;
    try {
      const header = checkedHeader(owner, metadata);
      const raw = contentFile(repository, owner, name, version);
      await out.put(
        versionPath(definition, id),
        (target) => writeVersionFile(raw, header, target, signal),
      );
      if (again.has(id)) counts.lost++;
      else if (!plan.stored.has(id)) counts.sent++;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(`${owner.type}/${owner.id}/${name}/${version}`, error.message);
      counts.refused.push(id);
    }
  }
  return counts;
}

/** What another machine would refuse is refused here already. */
function checkedHeader(owner: DataOwner, metadata: DataMetadata) {
  const header = { type: owner.type, metadata };
  const line = headerLine(header).slice(0, -1);
  return parseHeader(line, { id: metadata.id, definition: owner.id.toLowerCase() });
}

/** Deleted versions leave the store, on whichever machine they were deleted. */
async function removeFiles(
  definition: string,
  { versions }: Listing,
  base: Base,
  out: Outgoing,
): Promise<void> {
  for (const id of versions) {
    if (base.removed.has(id)) await out.remove(versionPath(definition, id));
  }
}

async function confirmed(base: Base, save: () => Promise<void>): Promise<void> {
  for (const known of base.versions.values()) known.sent = true;
  for (const id of base.outbox.keys()) base.records.add(id);
  base.outbox.clear();
  await said(base, save);
}

async function said(base: Base, save: () => Promise<void>): Promise<void> {
  base.overtaken = [];
  await save();
}
