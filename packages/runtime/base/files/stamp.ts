import { isAbsent } from "./read.ts";

/** Milliseconds after which a file system that counts seconds shows each further change by another time. */
const SETTLED_MS = 2500;

/** The same where times have parts of a second. */
const FINE_SETTLED_MS = 50;

/**
 * What tells a folder or file from itself after any change: two stamps that are the same and not empty
 * mean that nothing was added, removed or replaced. Empty for one that changed just now, as the next
 * change could leave the same time behind.
 *
 * @param asked when the file system was asked at the earliest, in milliseconds
 */
export function stampOf(info: Deno.FileInfo, asked: number): string {
  if (asked - changedAt(info) < settledAfter(info)) return "";
  return factsOf(info);
}

/** What any change of a folder or file changes, but for one within the same tick of the file system. */
function factsOf({ dev, ino, size, mtime, ctime }: Deno.FileInfo): string {
  return [dev, ino, size, mtime?.getTime(), ctime?.getTime()].join(" ");
}

/** When something changed last, in milliseconds. */
export function changedAt(info: Deno.FileInfo): number {
  return Math.max(info.ctime?.getTime() ?? 0, info.mtime?.getTime() ?? 0);
}

/** Milliseconds after a change until a stamp is one. */
export function settledAfter(info: Deno.FileInfo): number {
  return changedAt(info) % 1000 === 0 ? SETTLED_MS : FINE_SETTLED_MS;
}

/** What the file system says of a path; undefined when nothing is there. */
export function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
