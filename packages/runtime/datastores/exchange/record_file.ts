import { UUID } from "@svc/core/name";
import { isRecord } from "@svc/core/json";
import { assertDataName } from "@svc/core/name";
import { readSmallFile } from "../../base/files/read.ts";
import { isNumber, parseLine } from "./header.ts";
import { FORMAT } from "./paths.ts";
import { Refused } from "./refusal.ts";

/** A version that somebody deleted, or that its item no longer keeps. It never comes back. */
export interface Removal {
  id: string;
  name: string;
  /** Its number, which is not given again. */
  number: number;
}

/** A version that has another number or other tags than its file says. */
export interface Amendment {
  id: string;
  /** The highest one counts. */
  number: number;
  /** Those with the highest revision count; of two with one revision the greater text. */
  tags: Record<string, string>;
  revision: number;
}

/** What one sync of one machine changed about versions that are in the store already. */
export interface ChangeRecord {
  removed: Removal[];
  amended: Amendment[];
  /** Ids of records whose entries are in here as well: they may go from the store. */
  replaces?: string[];
}

/** Bytes of a record's file. */
const LONGEST = 64 * 1024 * 1024;

/** Entries of one record; a sync that has more writes several. */
export const MOST_ENTRIES = 50_000;

/** The text of a record's file. */
export function recordText(record: ChangeRecord): string {
  return `${JSON.stringify({ svc: FORMAT, ...record })}\n`;
}

/**
 * Reads a record's file.
 *
 * @throws Refused for one that svc would not have written
 */
export function readRecordFile(path: string): ChangeRecord {
  const text = readSmallFile(path, LONGEST);
  if (text === undefined) throw new Refused("it is not a regular file, or too large");
  const { removed, amended, replaces = [] } = parseLine(text);
  if (!Array.isArray(removed) || !Array.isArray(amended)) throw new Refused("it has no entries");
  if (!Array.isArray(replaces) || !replaces.every(isId)) throw wrong();
  return { removed: removed.map(removalOf), amended: amended.map(amendmentOf), replaces };
}

function removalOf(value: unknown): Removal {
  if (!isRecord(value)) throw wrong();
  const { id, name, number } = value;
  if (!isId(id) || !isName(name) || !isNumber(number)) throw wrong();
  return { id, name, number };
}

function amendmentOf(value: unknown): Amendment {
  if (!isRecord(value)) throw wrong();
  const { id, number, tags, revision } = value;
  if (!isId(id) || !isNumber(number) || !isNumber(revision) || !isRecord(tags)) throw wrong();
  if (!Object.values(tags).every((tag) => typeof tag === "string")) throw wrong();
  return { id, number, tags: { ...tags as Record<string, string> }, revision };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** True for a name that data may have. */
export function isName(value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    assertDataName(value);
    return true;
  } catch {
    return false;
  }
}

function wrong(): Refused {
  return new Refused("one of its entries is not of the right form");
}
