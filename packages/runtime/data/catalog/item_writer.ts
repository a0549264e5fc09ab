import type { DatabaseSync } from "node:sqlite";
import { expiresAt } from "../store/lifetime.ts";
import type { ReadItem, ReadVersion } from "./reading.ts";

/** What the index says of the versions of an item, by number. */
type KnownVersions = ReadonlyMap<number, { stamp: string; metadata: string }>;

/** An item to write: what the index says of it, and what its folder says, when there is one. */
export interface ChangedItem {
  name: string;
  known: KnownVersions;
  read: ReadItem | undefined;
}

/** The stamps alone. */
export function stampsOf(known: KnownVersions): Map<number, string> {
  return new Map([...known].map(([version, { stamp }]) => [version, stamp]));
}

/** Writes the rows of items; each function tells whether that changed what was there. */
interface ItemWriter {
  known(name: string): KnownVersions;
  write(item: ChangedItem): boolean;
  forget(name: string): boolean;
}

/** The writer of one definition's items. */
export function itemWriter(database: DatabaseSync, owner: number): ItemWriter {
  const versions = database.prepare(
    "SELECT version, stamp, metadata FROM version WHERE owner = ? AND name = ?",
  );
  const forgetVersion = database.prepare(
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
  const forgetVersions = database.prepare("DELETE FROM version WHERE owner = ? AND name = ?");
  const forgetItem = database.prepare("DELETE FROM item WHERE owner = ? AND name = ?");
  const self: ItemWriter = {
    known(name) {
      const known = new Map<number, { stamp: string; metadata: string }>();
      for (const { version, stamp, metadata } of versions.iterate(owner, name)) {
        known.set(version as number, { stamp: stamp as string, metadata: metadata as string });
      }
      return known;
    },
    write({ name, known, read }) {
      if (read === undefined) return self.forget(name);
      const { stamp, changed, kept, latest } = read;
      const there = new Set([...kept, ...changed.map(({ metadata }) => metadata.version)]);
      let isNew = false;
      for (const version of known.keys()) {
        if (there.has(version)) continue;
        forgetVersion.run(owner, name, version);
        isNew = true;
      }
      for (const version of changed) {
        const row = rowOf(version);
        isNew ||= known.get(version.metadata.version)?.metadata !== row.at(-1);
        addVersion.run(owner, ...row);
      }
      if (known.size > 0) {
        isNew = point.run(latest ?? null, owner, name, latest ?? null).changes > 0 || isNew;
      }
      addItem.run(owner, name, stamp);
      return isNew;
    },
    forget(name) {
      forgetVersions.run(owner, name);
      forgetItem.run(owner, name);
      return true;
    },
  };
  return self;
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
