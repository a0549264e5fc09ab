import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { WarmPath } from "./landed.ts";

/** What the report says. */
export interface Heatmap {
  project: string;
  repo: string | null;
  /** Null when the inventory is not stored. */
  tree: { branch: string; commitSha: string | null; total: number; stored: number } | null;
  /** Pull requests whose files are stored and that landed. */
  landedPullRequests: number;
  buckets: { bucket: Bucket; files: number }[];
  directories: Directory[];
  /** Paths that something landed on: most landings first, then the newest. */
  hottest: WarmPath[];
  /** The same paths, those that rest the longest first. */
  coldest: WarmPath[];
  broken: BrokenDocument[];
  unread: string[];
  generatedAt: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Ages in days up to which a path belongs to a bucket. */
const BOUNDS = [7, 30, 90, 180, 365] as const;

/** The buckets of ages, from the warmest. */
export const BUCKETS = ["0–7", "8–30", "31–90", "91–180", "181–365", "older", "never"] as const;

/** A bucket of {@link BUCKETS}. */
export type Bucket = typeof BUCKETS[number];

/** The bucket of a path that landed last at a time; null for one that never did, as far as is stored. */
export function bucketOf(lastLandedAt: string | null, now: Date): Bucket {
  if (lastLandedAt === null) return "never";
  const days = (now.getTime() - Date.parse(lastLandedAt)) / DAY;
  const index = BOUNDS.findIndex((bound) => days <= bound);
  return index < 0 ? "older" : BUCKETS[index]!;
}

/** Levels of folders that are told apart. */
const LEVELS = 2;

/** The files in a folder, with those below it. */
export interface Directory {
  /** `.` for the files that are in no folder. */
  directory: string;
  files: number;
  /** Files that something landed on within 30 days. */
  warm: number;
  /** Files that nothing stored has landed on. */
  never: number;
  landings: number;
  lastLandedAt: string | null;
}

/** Folders of the first two levels, those with the most landings first. */
export function directoriesOf(paths: readonly WarmPath[], now: Date): Directory[] {
  const found = new Map<string, Directory>();
  for (const one of paths) {
    for (const directory of foldersOf(one.path)) {
      const before = found.get(directory) ??
        { directory, files: 0, warm: 0, never: 0, landings: 0, lastLandedAt: null };
      found.set(directory, withPath(before, one, now));
    }
  }
  return [...found.values()].sort((one, other) =>
    other.landings - one.landings || (one.directory < other.directory ? -1 : 1)
  );
}

function foldersOf(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  if (folders.length === 0) return ["."];
  return folders.slice(0, LEVELS).map((_, level) => folders.slice(0, level + 1).join("/"));
}

function withPath(before: Directory, { lastLandedAt, landings }: WarmPath, now: Date): Directory {
  const bucket = bucketOf(lastLandedAt, now);
  const last = before.lastLandedAt;
  const newer = lastLandedAt !== null &&
    (last === null || Date.parse(lastLandedAt) > Date.parse(last));
  return {
    ...before,
    files: before.files + 1,
    warm: before.warm + (bucket === "0–7" || bucket === "8–30" ? 1 : 0),
    never: before.never + (bucket === "never" ? 1 : 0),
    landings: before.landings + landings,
    lastLandedAt: newer ? lastLandedAt : last,
  };
}
