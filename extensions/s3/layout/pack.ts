import { joined } from "../client/answer.ts";
import { sha256 } from "../client/checksum.ts";
import { StoreFailure } from "../client/failure.ts";
import { type Entry, isEntry } from "./entry.ts";
import { objectKey, type PackReference } from "./head.ts";
import { fromBytes, toBytes } from "./json.ts";

/** A pack that is about to be written: a table of entries, then the bytes of its small files. */
export interface Pack {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the table. */
  table: number;
  /** SHA-256 of the table. */
  checksum: string;
  entries: Entry[];
}

/** A file that goes into a pack whole, or an entry without bytes in it. */
export type Packed = { entry: Entry; bytes?: Uint8Array };

/** Makes a pack; entries with bytes get their places. */
export function makePack(content: readonly Packed[]): Pack {
  let at = 0;
  const entries = content.map(({ entry, bytes }): Entry => {
    if (bytes === undefined || "removedAt" in entry) return entry;
    const { path, size, checksum } = entry;
    const placed = { path, size, checksum, at };
    at += size;
    return placed;
  });
  const table = toBytes({ format: 1, entries });
  const bytes = joined([
    table,
    ...content.flatMap(({ bytes }) => bytes === undefined ? [] : [bytes]),
  ]);
  return {
    id: crypto.randomUUID(),
    bytes,
    table: table.length,
    checksum: sha256(table),
    entries,
  };
}

/**
 * The entries of a pack.
 *
 * @param table the bytes of its table, or more
 * @throws StoreFailure `damaged` for anything but what the head names
 */
export function readTable(table: Uint8Array, pack: PackReference): Entry[] {
  const own = table.subarray(0, pack.table);
  const key = objectKey(pack.id);
  if (own.length !== pack.table || sha256(own) !== pack.checksum) {
    throw new StoreFailure("damaged", `the table of ${key} does not match the head`);
  }
  const { entries } = fromBytes(own, key);
  const dataSize = pack.size - pack.table;
  if (!Array.isArray(entries)) throw new StoreFailure("damaged", `${key} has no entries`);
  const wrong = entries.findIndex((entry) => !isEntry(entry, dataSize));
  if (wrong >= 0) {
    throw new StoreFailure("damaged", `entry ${wrong} of ${key} was not written by svc`);
  }
  return entries as Entry[];
}
