import { isChecksum, isCount, isId } from "./json.ts";
import { isFilePath } from "./path.ts";

/** A part of a large file: an object of its own. */
export interface Part {
  id: string;
  size: number;
  checksum: string;
}

/** What a pack says of one path. */
export type Entry =
  /** A file that is in the pack, so many bytes behind the table. */
  | { path: string; size: number; checksum: string; at: number }
  /** A large file, in parts. */
  | { path: string; size: number; checksum: string; parts: Part[] }
  /** A file that was removed, by the clock of who did. */
  | { path: string; removedAt: string };

/** Whether an entry stands for a file and not for its removal. */
export function isFile(entry: Entry | undefined): entry is Exclude<Entry, { removedAt: string }> {
  return entry !== undefined && !("removedAt" in entry);
}

/** Whether two entries say the same of a path, wherever the bytes lie. */
export function saySame(one: Entry | undefined, other: Entry | undefined): boolean {
  if (isFile(one) && isFile(other)) return one.checksum === other.checksum;
  // A path that nobody has and one that was removed are both without a file.
  return isFile(one) === isFile(other);
}

/** Files up to this size are in packs; larger ones in parts of this size. */
export const PART_SIZE = 8 * 1024 * 1024;
/** The most bytes that a file may have: 10,000 parts. */
export const LARGEST_FILE = 10_000 * PART_SIZE;

/** Whether a value is an entry that svc would have written into a pack with so many bytes of files. */
export function isEntry(value: unknown, dataSize: number): value is Entry {
  const { path, size, checksum, at, parts, removedAt } = (value ?? {}) as Record<string, unknown>;
  if (!isFilePath(path)) return false;
  if (removedAt !== undefined) {
    return typeof removedAt === "string" && !Number.isNaN(Date.parse(removedAt));
  }
  if (!isCount(size) || !isChecksum(checksum)) return false;
  if (at !== undefined) return isCount(at) && at + size <= dataSize;
  return Array.isArray(parts) && parts.length <= 10_000 && parts.every(isPart) &&
    parts.reduce((sum, part) => sum + part.size, 0) === size;
}

function isPart(value: unknown): value is Part {
  const { id, size, checksum } = (value ?? {}) as Record<string, unknown>;
  return isId(id) && isCount(size) && size <= PART_SIZE && isChecksum(checksum);
}
