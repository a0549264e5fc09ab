import { StoreFailure } from "../client/failure.ts";
import type { Warn } from "../client/warn.ts";
import { type Entry, isFile, LARGEST_FILE, saySame } from "../layout/entry.ts";
import type { View } from "../layout/view.ts";
import type { Folder } from "./folder.ts";

/** A file that goes to the store, or a removal. */
export type Change =
  | { path: string; size: number; checksum: string }
  | { path: string; removedAt: string };

/** What a push compares. */
export interface Sides {
  /** What the store says now. */
  now: View;
  /** What it said when the folder was last brought up to date. */
  before: View;
  folder: Folder;
  /** Files of the folder. */
  existing: ReadonlySet<string>;
  marked: ReadonlySet<string>;
}

/**
 * Paths that a push looks at: those that are marked, and files that the store has never had. One that was
 * removed from the store and is here without a mark is old: the next pull removes it.
 */
export function candidates({ now, existing, marked }: Sides): string[] {
  const paths = new Set(marked);
  for (const path of existing) if (!now.has(path)) paths.add(path);
  return [...paths].sort();
}

/**
 * What of a path goes to the store. A path that somebody else changed since the last pull is left to
 * them: the next pull brings theirs, and the owner of the folder decides.
 */
export function changeOf(
  path: string,
  { now, before, folder, existing, marked }: Sides,
  warn: Warn,
  signal?: AbortSignal,
): Change | undefined {
  const theirs = now.get(path)?.entry;
  const isTheirs = !saySame(theirs, before.get(path)?.entry);
  const own = existing.has(path) ? folder.measure(path, signal) : undefined;
  if (own === undefined) {
    if (!marked.has(path) || !isFile(theirs) || isTheirs) return undefined;
    return { path, removedAt: new Date().toISOString() };
  }
  if (isFile(theirs) && theirs.checksum === own.checksum) return undefined;
  if (isTheirs) {
    warn(`${path} was changed by another machine meanwhile; theirs stays`);
    return undefined;
  }
  if (own.size > LARGEST_FILE) {
    throw new StoreFailure(
      "too_large",
      `${path} has ${own.size} bytes; ${LARGEST_FILE} is the limit`,
    );
  }
  return { path, ...own };
}

/** Whether what a push has prepared still holds with what the store says now. */
export function stillHolds(entry: Entry, prepared: View, now: View, isMerged: boolean): boolean {
  const before = prepared.get(entry.path);
  const present = now.get(entry.path);
  // A merge moves the bytes of one certain pack; anything else about the path makes it wrong.
  return isMerged ? before?.pack === present?.pack : saySame(before?.entry, present?.entry);
}
