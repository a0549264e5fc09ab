import { withCatalog } from "./catalog/catalog.ts";
import { definitionEntries } from "../repository/definitions/entries.ts";
import { allDefinitions } from "../repository/definitions/find.ts";
import { isSvcError, SvcError } from "@svc/core/error";
import type { Repository } from "../repository/repository.ts";
import { checkpoint } from "./store/checkpoint.ts";
import type { Change } from "./store/change.ts";
import { type DataOwner, namesIn, ownerFolder, versionsIn } from "./store/folder.ts";
import type { DataMetadata } from "./store/item.ts";
import { isLive } from "./store/item_state.ts";
import { inOrder } from "./store/order.ts";
import { dataOwners } from "./store/owners.ts";
import { durationMs } from "./store/lifetime.ts";
import { recover } from "./store/recover.ts";
import { clearStaging } from "./store/staging.ts";
import { commitRemovals, removalOf } from "./change.ts";
import { lockData, ownerFields } from "./owner.ts";
import { listFolder } from "../base/files/read.ts";
import { ownPath } from "../repository/links.ts";

/** `svc data gc` (runtime reference 3.5). */
export interface CollectedData {
  /** Names that went as a whole. */
  dataEntriesExpired: number;
  versionsDeleted: number;
  bytesReclaimed: number;
  dryRun: boolean;
  expiredEntries: ExpiredEntry[];
  /** Behaviors left alone because a run holds their data. */
  skipped: string[];
}

/** A name that has expired. */
interface ExpiredEntry {
  type: string;
  modelId: string;
  modelName: string;
  dataName: string;
  reason: "duration-expired" | "workflow-deleted" | "job-deleted";
}

/**
 * Deletes data whose lifetime is over, and versions that `garbageCollection` no longer keeps. Never the
 * newest version of what lives on, and never a mark of deletion that is the newest.
 *
 * Data kept for a `job` or a `workflow` goes with the record of the run that wrote it: svc runs no
 * workflows.
 */
export async function collectData(
  repository: Repository,
  options: { dryRun?: boolean } = {},
): Promise<CollectedData> {
  const result: CollectedData = {
    dataEntriesExpired: 0,
    versionsDeleted: 0,
    bytesReclaimed: 0,
    dryRun: options.dryRun ?? false,
    expiredEntries: [],
    skipped: [],
  };
  for (const { owner, fields } of (await allDefinitions(repository)).map(ownerFields)) {
    const folder = ownerFolder(repository, owner);
    if (namesIn(folder).length === 0) continue;
    try {
      await using _lock = await lockData(repository, owner);
      await recover(folder);
      const plan = await planOf(repository, owner);
      for (const { dataName, reason } of plan.expired) {
        result.expiredEntries.push({
          type: owner.type,
          modelId: owner.id,
          modelName: fields.modelName,
          dataName,
          reason,
        });
      }
      result.versionsDeleted += plan.versions;
      result.bytesReclaimed += plan.bytes;
      if (options.dryRun) continue;
      clearStaging(folder);
      await commitRemovals(folder, plan.changes);
      await checkpoint(folder);
    } catch (error) {
      if (!isSvcError(error) || error.code !== "lock_timeout") throw error;
      result.skipped.push(fields.modelName);
    }
  }
  result.dataEntriesExpired = result.expiredEntries.length;
  return result;
}

interface Plan {
  changes: Change[];
  expired: Pick<ExpiredEntry, "dataName" | "reason">[];
  versions: number;
  bytes: number;
}

async function planOf(repository: Repository, owner: DataOwner): Promise<Plan> {
  const rows = await withCatalog(repository, async (catalog) => {
    await catalog.refresh(owner);
    return catalog.versions(owner, { history: true, dead: true });
  });
  const folder = ownerFolder(repository, owner);
  const plan: Plan = { changes: [], expired: [], versions: 0, bytes: 0 };
  let recorded: ReadonlySet<string> | undefined;
  const byName = Map.groupBy(rows, ({ metadata }) => metadata.name);
  for (const [name, versions] of byName) {
    const newest = versions.find(({ isLatest }) => isLatest)?.metadata;
    // Without metadata nobody knows what the newest was to be.
    if (newest === undefined) continue;
    // The records of runs can be long, and most data does not depend on them.
    if (isOfRun(newest)) recorded ??= await recordedData(repository, owner);
    const reason = expiryOf(newest, recorded ?? new Set());
    const doomed = reason === undefined
      ? surplusOf(newest, versions.map(({ metadata }) => metadata))
      : versions.map(({ metadata }) => metadata);
    if (reason !== undefined) plan.expired.push({ dataName: name, reason });
    const numbers = new Set(doomed.map(({ version }) => version));
    const [all] = removalOf(folder, name);
    if (all === undefined || numbers.size === 0) continue;
    plan.changes.push({
      ...all,
      versions: reason === undefined
        ? all.versions.filter((one) => numbers.has(one))
        : all.versions,
    });
    plan.versions += doomed.length;
    plan.bytes += doomed.reduce((sum, { size }) => sum + size, 0);
  }
  return plan;
}

/** Why an item is over, or undefined while it is not. */
function expiryOf(
  newest: DataMetadata,
  recorded: ReadonlySet<string>,
): ExpiredEntry["reason"] | undefined {
  if (newest.lifecycle === "deleted") return undefined;
  if (!isLive(newest)) return "duration-expired";
  if (!isOfRun(newest) || recorded.has(newest.id)) return undefined;
  return newest.lifetime === "job" ? "job-deleted" : "workflow-deleted";
}

/** True for data that is kept as long as the record of its run. */
function isOfRun({ lifetime }: DataMetadata): boolean {
  return lifetime === "job" || lifetime === "workflow" || durationMs(lifetime) === 0;
}

/** The versions that the newest one's `garbageCollection` does not keep. */
function surplusOf(newest: DataMetadata, versions: readonly DataMetadata[]): DataMetadata[] {
  const older = inOrder(versions.toSorted((a, b) => a.version - b.version))
    .filter(({ version }) => version !== newest.version);
  const keep = newest.garbageCollection;
  if (typeof keep === "number") return older.slice(0, Math.max(older.length - (keep - 1), 0));
  const limit = Date.now() - (durationMs(keep) ?? Infinity);
  return older.filter(({ createdAt }) => Date.parse(createdAt) < limit);
}

/** `svc data prune` (runtime reference 3.5). */
export interface PrunedData {
  modelsReclaimed: number;
  dataEntriesReclaimed: number;
  versionsDeleted: number;
  bytesReclaimed: number;
  dryRun: boolean;
  reclaimedModels: { type: string; modelId: string; dataEntries: number }[];
}

/**
 * Deletes the data of behaviors that are no longer there. A behavior's folder is known by its name, a
 * UUID.
 *
 * @throws SvcError `validation_failed` when a definition cannot be read: its data would seem to be
 *   nobody's.
 */
export async function pruneData(
  repository: Repository,
  options: { dryRun?: boolean } = {},
): Promise<PrunedData> {
  const ids = await idsOf(repository);
  const result: PrunedData = {
    modelsReclaimed: 0,
    dataEntriesReclaimed: 0,
    versionsDeleted: 0,
    bytesReclaimed: 0,
    dryRun: options.dryRun ?? false,
    reclaimedModels: [],
  };
  for (const owner of await dataOwners(repository)) {
    if (ids.has(owner.id.toLowerCase())) continue;
    const folder = ownerFolder(repository, owner);
    await using _lock = await lockData(repository, owner);
    const names = namesIn(folder);
    for (const name of names) {
      for (const version of versionsIn(`${folder}/${name}`)) {
        result.versionsDeleted++;
        result.bytesReclaimed += sizeOf(`${folder}/${name}/${version}/raw`);
      }
    }
    result.dataEntriesReclaimed += names.length;
    result.reclaimedModels.push({ type: owner.type, modelId: owner.id, dataEntries: names.length });
    if (!options.dryRun) await Deno.remove(folder, { recursive: true });
  }
  result.modelsReclaimed = result.reclaimedModels.length;
  return result;
}

/** @throws SvcError `validation_failed` when a file hides whose data is still wanted. */
async function idsOf(repository: Repository): Promise<Set<string>> {
  const { entries, broken } = await definitionEntries(repository, { thorough: true });
  const [first] = broken;
  if (first !== undefined) {
    const path = first.path.slice(repository.root.length + 1);
    throw new SvcError("validation_failed", `${path} is not a behavior: ${first.problem}`, {
      hint:
        "Fix or remove it first. Otherwise its data would look as if it belonged to no behavior.",
    });
  }
  return new Set(entries.map(({ id }) => id.toLowerCase()));
}

function sizeOf(path: string): number {
  try {
    return Deno.lstatSync(path).size;
  } catch {
    return 0;
  }
}

/** Characters of an id. */
const ID = 36;

/** The ids of the data that the records of a behavior's runs name (runtime reference 2.6). */
async function recordedData(repository: Repository, owner: DataOwner): Promise<Set<string>> {
  const ids = new Set<string>();
  const outputs = `.svc/outputs/${owner.type}`;
  for (const method of await listFolder(ownPath(repository.root, outputs))) {
    if (!method.isDirectory) continue;
    const folder = `${repository.root}/${outputs}/${method.name}`;
    for (const file of await listFolder(folder)) {
      if (!file.isFile || !file.name.startsWith(`${owner.id}-`) || !file.name.endsWith(".yaml")) {
        continue;
      }
      for await (const id of idsIn(`${folder}/${file.name}`)) ids.add(id);
    }
  }
  return ids;
}

/** The ids in a record, whatever its form and size: one that was missed would let go of its data. */
async function* idsIn(path: string): AsyncGenerator<string> {
  using file = await Deno.open(path);
  let before = "";
  for await (const piece of file.readable.pipeThrough(new TextDecoderStream())) {
    const text = before + piece;
    for (const [id] of text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) yield id;
    before = text.slice(-(ID - 1));
  }
}
