import type { DatabaseSync } from "node:sqlite";
import { namesIn } from "../store/folder.ts";
import { JOURNAL } from "../store/journal.ts";
import { type ChangedItem, itemWriter, stampsOf } from "./item_writer.ts";
import { readItem } from "./reading.ts";
import { infoOf, stampOf } from "../../base/files/stamp.ts";

/** Versions of a definition up to which every single file is looked at each time. */
const THOROUGH = 2000;

/**
 * Brings what the index knows of a definition's data into agreement with its folder.
 *
 * Looks at the folder and at each item's folder, so that nothing added, removed or replaced is missed.
 * Up to 2,000 versions it looks at each metadata file, too; beyond that, one that was changed in place
 * is noticed when it is shown.
 *
 * @param how `quick` spares the look at each item of more than 2,000 versions, as long as neither the
 *   names nor svc itself have changed anything since
 */
export async function refreshOwner(
  database: DatabaseSync,
  owner: number,
  folder: string,
  how: "quick" | "whole",
): Promise<void> {
  const stamp = stampOfOwner(folder);
  const known = knownStamp(database, owner);
  const sameNames = stamp !== "" && stamp === known;
  const count = database.prepare("SELECT count(*) AS n FROM version WHERE owner = ?").get(owner);
  const isLarge = count!["n"] as number > THOROUGH;
  if (sameNames && isLarge && how === "quick") return;
  const items = new Map<string, string>();
  for (
    const row of database.prepare("SELECT name, stamp FROM item WHERE owner = ?").iterate(owner)
  ) {
    items.set(row["name"] as string, row["stamp"] as string);
  }
  const names = sameNames ? [...items.keys()] : namesIn(folder);
  const present = new Set(names);
  const gone = sameNames ? [] : [...items.keys()].filter((name) => !present.has(name));
  const inPlace = isLarge ? new Set<string>() : changedInPlace(database, owner, folder);
  const asked = Date.now();
  const changed = names.filter((name) => {
    const known = items.get(name);
    if (known === undefined || known === "" || inPlace.has(name)) return true;
    const info = infoOf(`${folder}/${name}`);
    return info === undefined || stampOf(info, asked) !== known;
  });
  await rereadItems(database, owner, folder, changed, gone, stamp === known ? undefined : stamp);
}

/**
 * As `refreshOwner`, quick, for the items whose names begin with `prefix`: it looks at no others, and
 * what the index says of those may be older.
 */
export async function refreshBeginning(
  database: DatabaseSync,
  owner: number,
  folder: string,
  prefix: string,
): Promise<void> {
  const stamp = stampOfOwner(folder);
  const known = knownStamp(database, owner);
  if (stamp !== "" && stamp === known) return await refreshOwner(database, owner, folder, "quick");
  const indexed = [...knownNames(database, owner, prefix)];
  // A commit of svc changes the journal; the folder's own part changes with the names alone.
  const sameNames = stamp !== "" && namesStamp(stamp) === namesStamp(`${known}`);
  const names = sameNames ? indexed : namesIn(folder, prefix);
  const present = new Set(names);
  const gone = indexed.filter((name) => !present.has(name));
  const changed = names.filter((name) => isChanged(database, owner, folder, name));
  await rereadItems(database, owner, folder, changed, gone);
}

/**
 * As `refreshOwner` for an index that said all of the folder as it was `before`, of which only `names`
 * have changed since.
 *
 * @param before what `stampOfOwner` gave; undefined for a folder that was not there
 * @returns false, with nothing done, for an index that did not agree with the folder then
 */
export async function refreshSince(
  database: DatabaseSync,
  owner: number,
  folder: string,
  { before, names }: { before: string | undefined; names: readonly string[] },
): Promise<boolean> {
  const stamp = stampOfOwner(folder);
  const known = knownStamp(database, owner);
  const agreed = before === undefined
    ? isEmpty(database, owner)
    : before !== "" && before === known;
  if (!agreed) return false;
  const all = new Set(names);
  const gone: string[] = [];
  // Names that came or went otherwise, by another program.
  if (before === undefined || namesStamp(before) !== namesStamp(stamp)) {
    const present = new Set(namesIn(folder));
    for (const name of knownNames(database, owner)) {
      if (!present.delete(name) && !all.has(name)) gone.push(name);
    }
    for (const name of present) all.add(name);
  }
  await rereadItems(database, owner, folder, [...all], gone, stamp);
  return true;
}

/** The stamp that the folder had when the index said all of it. */
function knownStamp(database: DatabaseSync, owner: number): unknown {
  return database.prepare("SELECT stamp FROM owner WHERE id = ?").get(owner)?.["stamp"];
}

/** The part of a folder's stamp that stays the same as long as its names do. */
function namesStamp(stamp: string): string {
  return stamp.split(" ").slice(0, 5).join(" ");
}

/** The names that the index knows, or those that begin like this. */
function* knownNames(
  database: DatabaseSync,
  owner: number,
  prefix = "",
): Generator<string> {
  const items = database.prepare(
    "SELECT name FROM item WHERE owner = ? AND name >= ? ORDER BY name",
  );
  for (const row of items.iterate(owner, prefix)) {
    const name = row["name"] as string;
    if (!name.startsWith(prefix)) return;
    yield name;
  }
}

/** True for an index that knows no item of a definition. */
export function isEmpty(database: DatabaseSync, owner: number): boolean {
  return database.prepare("SELECT 1 FROM item WHERE owner = ? LIMIT 1").get(owner) === undefined;
}

/**
 * Brings some items into agreement with their folders, whatever happens beside them.
 *
 * @returns whether anything was not as the index knew it
 */
export async function refreshItems(
  database: DatabaseSync,
  owner: number,
  folder: string,
  names: readonly string[],
): Promise<boolean> {
  const changed = names.filter((name) => isChanged(database, owner, folder, name));
  return await rereadItems(database, owner, folder, changed, []);
}

/** Changes with the names in the folder, and with each commit of svc. Empty when it changed just now. */
export function stampOfOwner(folder: string): string {
  const asked = Date.now();
  const info = infoOf(folder);
  if (!info?.isDirectory) return "";
  const journal = infoOf(`${folder}/${JOURNAL}`);
  const stamp = stampOf(info, asked);
  return stamp === ""
    ? ""
    : `${stamp} ${journal?.ino} ${journal?.size} ${journal?.mtime?.getTime()}`;
}

/** The items of which a metadata file has another stamp. */
function changedInPlace(database: DatabaseSync, owner: number, folder: string): Set<string> {
  const changed = new Set<string>();
  const versions = database.prepare("SELECT name, version, stamp FROM version WHERE owner = ?");
  const asked = Date.now();
  for (const { name, version, stamp } of versions.iterate(owner)) {
    if (changed.has(name as string)) continue;
    const info = infoOf(`${folder}/${name}/${version}/metadata.yaml`);
    if (info === undefined || stamp === "" || stampOf(info, asked) !== stamp) {
      changed.add(name as string);
    }
  }
  return changed;
}

/** False when an item's folder and its newest version are as the index knows them. */
export function isChanged(
  database: DatabaseSync,
  owner: number,
  folder: string,
  name: string,
): boolean {
  const row = database.prepare("SELECT stamp FROM item WHERE owner = ? AND name = ?")
    .get(owner, name);
  const asked = Date.now();
  const info = infoOf(`${folder}/${name}`);
  if (!row?.["stamp"] || info === undefined || stampOf(info, asked) !== row["stamp"]) return true;
  return newestChanged(database, owner, folder, name);
}

function newestChanged(
  database: DatabaseSync,
  owner: number,
  folder: string,
  name: string,
): boolean {
  const row = database.prepare(
    "SELECT version, stamp FROM version WHERE owner = ? AND name = ? AND isLatest = 1",
  ).get(owner, name);
  if (row === undefined) return false;
  const asked = Date.now();
  const info = infoOf(`${folder}/${name}/${row["version"]}/metadata.yaml`);
  return info === undefined || row["stamp"] === "" || stampOf(info, asked) !== row["stamp"];
}

/** Items that are held in memory, and written in one step. */
const STEP = 250;

/**
 * Reads the folders of some items again and writes what they say, step by step: an index that was left
 * in between does not have the folder's stamp yet.
 *
 * @returns whether that was anything new
 */
async function rereadItems(
  database: DatabaseSync,
  owner: number,
  folder: string,
  changed: readonly string[],
  gone: readonly string[],
  stamp?: string,
): Promise<boolean> {
  if (changed.length === 0 && gone.length === 0 && stamp === undefined) return false;
  const writer = itemWriter(database, owner);
  let isNew = false;
  for (let at = 0; at < changed.length; at += STEP) {
    const items: ChangedItem[] = [];
    for (const name of changed.slice(at, at + STEP)) {
      const known = writer.known(name);
      const read = await readItem(folder, name, stampsOf(known));
      items.push({ name, known, read });
    }
    inOneStep(database, () => {
      for (const item of items) isNew = writer.write(item) || isNew;
    });
  }
  inOneStep(database, () => {
    for (const name of gone) isNew = writer.forget(name) || isNew;
    if (stamp === undefined) return;
    database.prepare("UPDATE owner SET stamp = ? WHERE id = ?").run(stamp, owner);
  });
  return isNew;
}

function inOneStep(database: DatabaseSync, write: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    write();
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
