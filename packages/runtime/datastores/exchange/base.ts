import { UUID } from "@svc/core/name";
import { isRecord } from "@svc/core/json";
import { readSmallFile } from "../../base/files/read.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { ownPath } from "../../repository/links.ts";
import { isNumber } from "./header.ts";
import type { Overtaken } from "./overtaken.ts";
import { type Amendment, type ChangeRecord, isName } from "./record_file.ts";

/**
 * What a behavior's data was when it was synchronised last. It is beside the data (no data name has
 * two dots) and goes with it: when the folder is lost, nothing in it was deleted.
 */
export interface Base {
  /** Which store this is about, see `keyOf`. */
  store: string;
  /** What is in the store, and here, by id. */
  versions: Map<string, KnownVersion>;
  /** What was deleted, by id. */
  removed: Map<string, { name: string; number: number }>;
  /** Numbers and tags that differ from those in the files. */
  amended: Map<string, Amendment>;
  /** The records whose content is in here. */
  records: Set<string>;
  /** Records whose entries another one has, by id: which one, and whether this machine made it. */
  replaced: Map<string, { by: string; own: boolean }>;
  /** Records that may not have reached the store yet. */
  outbox: Map<string, ChangeRecord>;
  /** What was overtaken and may not have been said yet, as a sync was cut off. */
  overtaken: Overtaken[];
  /** The folder of the data as it was then; empty when it had just changed. */
  stamp: string;
}

/** A version as it was when it was synchronised last. */
export interface KnownVersion {
  name: string;
  /** Its number here. */
  number: number;
  /** Its number in the store: a pull alone may have settled on another one here. */
  stored: number;
  /** Digest of its tags. */
  tags: string;
  /** False as long as a push that was to bring it has not ended well. */
  sent: boolean;
}

/** Where it lies, in the folder of a definition's data. */
const FOLDER = "..sync";
const FILE = `${FOLDER}/base.json`;

/** Bytes of it that are read. */
const LONGEST = 1024 * 1024 * 1024;

/** What is known before the first sync. */
function emptyBase(store: string): Base {
  return {
    store,
    versions: new Map(),
    removed: new Map(),
    amended: new Map(),
    records: new Set(),
    replaced: new Map(),
    outbox: new Map(),
    overtaken: [],
    stamp: "",
  };
}

/** What was synchronised last with this store; nothing when it was another one, or is not known. */
export function readBase(folder: string, store: string): Base {
  const text = readSmallFile(ownPath(folder, FILE), LONGEST);
  if (text === undefined) return emptyBase(store);
  try {
    return baseOf(JSON.parse(text), store) ?? emptyBase(store);
  } catch {
    return emptyBase(store);
  }
}

/** Makes room for it, so that keeping it later changes nothing in the folder of the data itself. */
export function prepareBase(folder: string): void {
  Deno.mkdirSync(ownPath(folder, FOLDER), { recursive: true });
}

/** Keeps it for the next sync. */
export async function writeBase(folder: string, base: Base): Promise<void> {
  prepareBase(folder);
  const { store, stamp, overtaken } = base;
  const text = JSON.stringify({
    format: 1,
    store,
    stamp,
    versions: [...base.versions].map((
      [id, { name, number, stored, tags, sent }],
    ) => [id, name, number, stored, tags, sent ? 1 : 0]),
    removed: [...base.removed].map(([id, { name, number }]) => [id, name, number]),
    amended: [...base.amended.values()],
    records: [...base.records],
    replaced: [...base.replaced].map(([id, { by, own }]) => [id, by, own]),
    outbox: [...base.outbox],
    overtaken,
  });
  await writeAtomic(ownPath(folder, FILE), `${text}\n`);
}

/** The base as JSON. */
interface Kept {
  versions: [id: string, name: string, number: number, stored: number, tags: string, sent: 0 | 1][];
  removed: [id: string, name: string, number: number][];
  amended: Amendment[];
  records: string[];
  replaced: [id: string, by: string, own: boolean][];
  outbox: [id: string, record: ChangeRecord][];
  /** Absent when an earlier release wrote it. */
  overtaken?: Overtaken[];
  stamp: string;
}

/** Undefined for what another svc, or nobody, wrote: nothing is known then, which loses nothing. */
function baseOf(value: unknown, store: string): Base | undefined {
  if (!isRecord(value) || value["format"] !== 1 || value["store"] !== store) return undefined;
  // What is not as svc writes it ends in an error, and nothing is known then.
  const { versions, removed, amended, records, replaced, outbox, stamp } = value as unknown as Kept;
  const base = emptyBase(store);
  for (const [id, name, number, stored, tags, sent] of versions) {
    // The names lead to folders, and the file may have come with a repository.
    if (!UUID.test(id) || !isName(name) || !isNumber(number)) return undefined;
    base.versions.set(id, { name, number, stored, tags, sent: sent === 1 });
  }
  for (const [id, name, number] of removed) base.removed.set(id, { name, number });
  for (const one of amended) base.amended.set(one.id, one);
  for (const id of records) base.records.add(id);
  for (const [id, by, own] of replaced) base.replaced.set(id, { by, own });
  for (const [id, record] of outbox) base.outbox.set(id, record);
  base.overtaken = [...(value as unknown as Kept).overtaken ?? []];
  base.stamp = String(stamp);
  return base;
}
