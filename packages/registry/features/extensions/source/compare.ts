import { type Archive, DESCRIPTOR_FILE, LOCK_FILE } from "@svc/scorecard/archive";
import { type Left, type NotCompared, type Patch, patchOf } from "./patch.ts";

/** What differs between the files of two archives. */
export interface Comparison {
  /** By path; files that svc makes come last. */
  files: ChangedFile[];
  /** How many files are the same. */
  unchanged: number;
}

/** A file that differs. */
export interface ChangedFile {
  path: string;
  kind: "added" | "removed" | "changed" | "renamed";
  /** Its path before, for a renamed one. */
  from?: string;
  /** Made by svc when it was pushed, not written by the author. */
  generated: boolean;
  patch: Patch | NotCompared;
}

/** What the comparison of one page may take, of all files and of a single one. */
const SHARE = {
  all: { ms: 4_000, lines: 1_500, characters: 100_000 },
  one: { ms: 4_000, lines: 6_000, characters: 300_000 },
} as const satisfies Record<string, Left>;

/** Compares the files of two archives, or one `file` of them. */
export function compareArchives(
  before: Pick<Archive, "files">,
  after: Pick<Archive, "files">,
  file?: string,
): Comparison {
  const { pairs, unchanged } = pairsOf(before.files, after.files);
  const wanted = file === undefined ? pairs : pairs.filter(({ path }) => path === file);
  const left: Left = { ...(file === undefined ? SHARE.all : SHARE.one) };
  return {
    unchanged,
    files: wanted.map(({ path, kind, from, bytes }) => ({
      path,
      kind,
      ...(from === undefined ? {} : { from }),
      generated: isGenerated(path),
      patch: kind === "renamed" ? { added: 0, removed: 0, hunks: [] } : patchOf(bytes, left),
    })),
  };
}

type Files = Archive["files"];

/** Two files to compare; one of them may be missing. */
interface Pair extends Pick<ChangedFile, "path" | "kind" | "from"> {
  bytes: { before: Uint8Array | undefined; after: Uint8Array | undefined };
}

function pairsOf(before: Files, after: Files): { pairs: Pair[]; unchanged: number } {
  const pairs: Pair[] = [];
  const gone = new Map([...before].filter(([path]) => !after.has(path)));
  const pathsOf = Map.groupBy(gone.keys(), (path) => gone.get(path)!.bytes.toBase64());
  let unchanged = 0;
  for (const [path, { bytes }] of after) {
    const old = before.get(path)?.bytes;
    if (old === undefined) {
      const from = gone.size === 0 ? undefined : pathsOf.get(bytes.toBase64())?.shift();
      const was = from === undefined ? undefined : gone.get(from)!.bytes;
      if (from !== undefined) gone.delete(from);
      pairs.push({
        path,
        ...(from === undefined ? { kind: "added" } : { kind: "renamed", from }),
        bytes: { before: was, after: bytes },
      });
    } else if (same(old, bytes)) unchanged += 1;
    else pairs.push({ path, kind: "changed", bytes: { before: old, after: bytes } });
  }
  for (const [path, { bytes }] of gone) {
    pairs.push({ path, kind: "removed", bytes: { before: bytes, after: undefined } });
  }
  return { pairs: pairs.sort(inReadingOrder), unchanged };
}

function inReadingOrder(a: Pair, b: Pair): number {
  return Number(isGenerated(a.path)) - Number(isGenerated(b.path)) || (a.path < b.path ? -1 : 1);
}

function isGenerated(path: string): boolean {
  return path === DESCRIPTOR_FILE || path === LOCK_FILE;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
