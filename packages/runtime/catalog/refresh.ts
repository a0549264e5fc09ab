import type { DatabaseSync } from "node:sqlite";
import { namesIn } from "../store/folder.ts";
import { JOURNAL } from "../store/journal.ts";
import { expiresAt } from "../store/lifetime.ts";
import { type ReadItem, readItem, type ReadVersion } from "./reading.ts";
import { infoOf, stampOf } from "./stamp.ts";

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
  const known = database.prepare("SELECT stamp FROM owner WHERE id = ?").get(owner)?.["stamp"];
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
  const changed = names.filter((name) => {
    const known = items.get(name);
    if (known === undefined || known === "" || inPlace.has(name)) return true;
    const info = infoOf(`${folder}/${name}`);
    return info === undefined || stampOf(info) !== known;
  });
  await rereadItems(database, owner, folder, changed, gone, stamp === known ? undefined : stamp);
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
  const info = infoOf(folder);
  if (!info?.isDirectory) return "";
  const journal = infoOf(`${folder}/${JOURNAL}`);
  const stamp = stampOf(info);
  return stamp === ""
    ? ""
    : `${stamp} ${journal?.ino} ${journal?.size} ${journal?.mtime?.getTime()}`;
}

/** The items of which a metadata file has another stamp. */
function changedInPlace(database: DatabaseSync, owner: number, folder: string): Set<string> {
  const changed = new Set<string>();
  const versions = database.prepare("SELECT name, version, stamp FROM version WHERE owner = ?");
  for (const { name, version, stamp } of versions.iterate(owner)) {
    if (changed.has(name as string)) continue;
    const info = infoOf(`${folder}/${name}/${version}/metadata.yaml`);
    if (info === undefined || stamp === "" || stampOf(info) !== stamp) changed.add(name as string);
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
  const info = infoOf(`${folder}/${name}`);
  if (!row?.["stamp"] || info === undefined || stampOf(info) !== row["stamp"]) return true;
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
  const info = infoOf(`${folder}/${name}/${row["version"]}/metadata.yaml`);
  return info === undefined || row["stamp"] === "" || stampOf(info) !== row["stamp"];
}

/**
 * Reads the folders of some items again and writes what they say, in one step.
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
  const removed = [...gone];
  const read: ReadItem[] = [];
  const stamps = database.prepare(
    "SELECT version, stamp FROM version WHERE owner = ? AND name = ?",
  );
  for (const name of changed) {
    const known = new Map<number, string>();
    for (const row of stamps.iterate(owner, name)) {
      known.set(row["version"] as number, row["stamp"] as string);
    }
    const item = await readItem(folder, name, known);
    if (item === undefined) removed.push(name);
    else read.push(item);
  }
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const name of removed) forgetItem(database, owner, name);
    const write = itemWriter(database, owner);
    let isNew = removed.length > 0;
    for (const item of read) isNew = write(item) || isNew;
    if (stamp !== undefined) {
      database.prepare("UPDATE owner SET stamp = ? WHERE id = ?").run(stamp, owner);
    }
    database.exec("COMMIT");
    return isNew;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function forgetItem(database: DatabaseSync, owner: number, name: string): void {
  database.prepare("DELETE FROM version WHERE owner = ? AND name = ?").run(owner, name);
  database.prepare("DELETE FROM item WHERE owner = ? AND name = ?").run(owner, name);
}

/** Writes an item's rows; the function tells whether any was not there like that. */
function itemWriter(database: DatabaseSync, owner: number): (item: ReadItem) => boolean {
  const versions = database.prepare(
    "SELECT version, isLatest, metadata FROM version WHERE owner = ? AND name = ?",
  );
  const forget = database.prepare(
    "DELETE FROM version WHERE owner = ? AND name = ? AND version = ?",
  );
  const point = database.prepare(
    "UPDATE version SET isLatest = (version IS ?) WHERE owner = ? AND name = ? " +
      "AND isLatest != (version IS ?)",
  );
  const addVersion = database.prepare(
    "INSERT OR REPLACE INTO version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const addItem = database.prepare("INSERT OR REPLACE INTO item VALUES (?, ?, ?)");
  return ({ name, stamp, changed, kept, latest }) => {
    const there = new Set([...kept, ...changed.map(({ metadata }) => metadata.version)]);
    const known = new Map<unknown, unknown>();
    let isNew = false;
    for (const { version, metadata } of versions.all(owner, name)) {
      known.set(version, metadata);
      if (there.has(version as number)) continue;
      forget.run(owner, name, version as number);
      isNew = true;
    }
    for (const version of changed) {
      const { metadata } = version;
      isNew ||= known.get(metadata.version) !== JSON.stringify(metadata);
      addVersion.run(owner, ...rowOf(version));
    }
    isNew = point.run(latest ?? null, owner, name, latest ?? null).changes > 0 || isNew;
    addItem.run(owner, name, stamp);
    return isNew;
  };
}

function rowOf({ metadata, stamp, isLatest }: ReadVersion): (string | number | null)[] {
  const isDeleted = metadata.lifecycle === "deleted";
  return [
    metadata.name,
    metadata.version,
    stamp,
    Number(isLatest),
    Number(isDeleted),
    isDeleted ? null : expiresAt(metadata.lifetime, metadata.createdAt) ?? null,
    metadata.createdAt,
    metadata.tags["specName"] ?? "",
    metadata.tags["type"] ?? "",
    metadata.contentType,
    metadata.lifetime,
    JSON.stringify(metadata.tags),
    metadata.size,
    JSON.stringify(metadata),
  ];
}
