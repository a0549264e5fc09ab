import type { ModelFields } from "@svc/core/answer";
import { assertDataName } from "@svc/core/name";
import { isSvcError, SvcError } from "@svc/core/error";
import type { Repository } from "../repository/repository.ts";
import { checkpoint } from "./store/checkpoint.ts";
import { commit } from "./store/commit.ts";
import type { Change } from "./store/change.ts";
import { highestGiven, namesIn, ownerFolder, versionsIn } from "./store/folder.ts";
import { isLive } from "./store/item_state.ts";
import { recover } from "./store/recover.ts";
import { clearStaging } from "./store/staging.ts";
import { readContent, readMetadata } from "./store/versions.ts";
import { planWrites, prepareAll } from "./store/write.ts";
import { lockData, ownerOf } from "./owner.ts";
import { dataNotFound, isSegment } from "./query.ts";

/** What `svc data delete` takes away: one name, or of one name a version, or several names. */
interface DeleteSelection {
  name?: string | undefined;
  version?: number | undefined;
  /** All names that start with this. */
  prefix?: string | undefined;
  all?: boolean;
  /** Says what would go and changes nothing. */
  dryRun?: boolean;
}

/** `svc data delete` (runtime reference 3.5). */
export interface DeletedData extends ModelFields {
  /** What went, by name. */
  deleted: { dataName: string; versionsDeleted: number }[];
  /** The version asked for. */
  version?: number;
  totalDeleted: number;
  totalVersionsDeleted: number;
  dryRun: boolean;
}

/**
 * Deletes data permanently, all of what is selected or nothing. Version numbers are not given again.
 *
 * @throws SvcError `definition_not_found`; `data_not_found` for a name or version that is not there;
 *   `lock_timeout`.
 */
export async function deleteData(
  repository: Repository,
  model: string,
  selection: DeleteSelection,
): Promise<DeletedData> {
  const { owner, fields } = await ownerOf(repository, model);
  await using _lock = await lockData(repository, owner);
  const folder = ownerFolder(repository, owner);
  await recover(folder);
  const names = selection.name !== undefined
    ? [selection.name]
    : namesIn(folder).filter((name) => name.startsWith(selection.prefix ?? ""));
  const changes = names.flatMap((name) => removalOf(folder, name, selection.version));
  if (selection.name !== undefined && changes.length === 0) {
    throw dataNotFound(model, selection.name, selection.version);
  }
  if (!selection.dryRun) await commitRemovals(folder, changes);
  const deleted = changes.map(({ name, versions }) => ({
    dataName: name,
    versionsDeleted: versions.length,
  }));
  return {
    ...fields,
    deleted,
    ...(selection.version === undefined ? {} : { version: selection.version }),
    totalDeleted: deleted.length,
    totalVersionsDeleted: deleted.reduce((sum, { versionsDeleted }) => sum + versionsDeleted, 0),
    dryRun: selection.dryRun ?? false,
  };
}

/**
 * Takes versions away, also where the disk has no room left to write down that they go: the journal of
 * what is done already makes some. Call under the definition's lock, after `recover`.
 *
 * @throws SvcError `disk_full` when that is not enough.
 */
export async function commitRemovals(folder: string, changes: readonly Change[]): Promise<void> {
  try {
    commit(folder, changes);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "disk_full") throw error;
    clearStaging(folder);
    await checkpoint(folder);
    commitLast(folder, changes);
  }
}

function commitLast(folder: string, changes: readonly Change[]): void {
  try {
    commit(folder, changes);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "disk_full") throw error;
    throw new SvcError("disk_full", "The disk is full; nothing was deleted", {
      hint: "svc logs what it deletes. Free some space elsewhere first, or delete less at once.",
      cause: error,
    });
  }
}

/** The change that takes a name away, or one of its versions; none when there is nothing. */
export function removalOf(
  folder: string,
  name: string,
  version?: number,
): (Change & { op: "remove" })[] {
  if (!isSegment(name)) return [];
  const present = versionsIn(`${folder}/${name}`);
  const versions = version === undefined ? present : present.filter((one) => one === version);
  if (versions.length === 0) return [];
  return [{ op: "remove", name, versions, highest: highestGiven(`${folder}/${name}`, present) }];
}

/**
 * Gives data another name: its newest content becomes a version there, and the old name leads to it.
 * Earlier versions stay under the old name (`svc data rename`, runtime reference 3.5).
 *
 * @throws SvcError `definition_not_found`, `data_not_found`, `invalid_name`; `already_exists` when there
 *   is data of the new name; `lock_timeout`.
 */
export async function renameData(
  repository: Repository,
  model: string,
  oldName: string,
  newName: string,
) {
  assertDataName(newName);
  const { owner, fields } = await ownerOf(repository, model);
  await using _lock = await lockData(repository, owner);
  const folder = ownerFolder(repository, owner);
  await recover(folder);
  const [old, taken] = await Promise.all(
    [oldName, newName].map(async (name) => {
      const version = isSegment(name) ? versionsIn(`${folder}/${name}`).at(-1) : undefined;
      return version === undefined ? undefined : await readMetadata(`${folder}/${name}`, version);
    }),
  );
  if (old === undefined || !isLive(old)) throw dataNotFound(model, oldName);
  if (taken !== undefined && isLive(taken)) {
    throw new SvcError("already_exists", `Data named "${newName}" already exists`, {
      hint: `Choose another name, or delete it: svc data delete ${model} ${newName}`,
    });
  }
  const content = await readContent(repository, owner, old);
  const { id, version, createdAt: _at, written: _, size: _size, ...rest } = old;
  const { checksum: _sum, ...kept } = rest;
  const data = { copyOf: id, ...kept };
  const prepared = await prepareAll(folder, [
    { data: { ...data, name: newName, lifecycle: "active" }, content },
    { data: { ...data, lifecycle: "deleted", renamedTo: newName }, content },
  ]);
  const plan = planWrites(folder, prepared, { states: new Map() });
  commit(folder, plan.changes);
  return {
    oldName,
    newName,
    ...fields,
    copiedVersion: version,
    newVersion: plan.metadata[0]!.version,
    warning: `Methods and expressions that write "${oldName}" will create it again; ` +
      `reading it leads to "${newName}" until then.`,
  };
}

/** Tags that svc goes by itself. */
const OWN_TAGS: ReadonlySet<string> = new Set(["type", "specName", "modelName", "initiatedBy"]);

/**
 * Sets and removes tags of an item's newest version, in one step. Its content and number stay; later
 * versions get the tags that the method gives them.
 *
 * @throws SvcError `definition_not_found`, `data_not_found`; `invalid_argument` for a tag of svc's own;
 *   `lock_timeout`.
 */
export async function tagData(
  repository: Repository,
  model: string,
  name: string,
  change: { set?: Record<string, string>; remove?: readonly string[] } = {},
) {
  const { set = {}, remove = [] } = change;
  for (const key of [...Object.keys(set), ...remove]) assertOwnTag(key);
  const { owner, fields } = await ownerOf(repository, model);
  await using _lock = await lockData(repository, owner);
  const folder = ownerFolder(repository, owner);
  await recover(folder);
  const version = isSegment(name) ? versionsIn(`${folder}/${name}`).at(-1) : undefined;
  const item = version === undefined ? undefined : await readMetadata(`${folder}/${name}`, version);
  if (item === undefined || !isLive(item)) throw dataNotFound(model, name);
  const kept = Object.entries(item.tags).filter(([key]) => !remove.includes(key));
  const tags = { ...Object.fromEntries(kept), ...set };
  if (JSON.stringify(tags) !== JSON.stringify(item.tags)) {
    commit(folder, [{ op: "replace", metadata: { ...item, tags } }]);
  }
  return { ...fields, dataName: name, version: item.version, tags };
}

function assertOwnTag(key: string): void {
  if (key !== "" && key.length <= 200 && !/[\p{Cc}=]/u.test(key) && !OWN_TAGS.has(key)) return;
  throw new SvcError(
    "invalid_argument",
    OWN_TAGS.has(key) ? `The tag '${key}' is reserved by svc` : `'${key}' is not a valid tag name`,
    { hint: `Choose another name. Reserved are: ${[...OWN_TAGS].join(", ")}` },
  );
}
