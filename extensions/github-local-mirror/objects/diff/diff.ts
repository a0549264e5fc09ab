import { PlatformFailure } from "../../../platform/failure.ts";
import type { Objects } from "../repository/objects.ts";
import { type Files, filesIn } from "./files.ts";

/** Options that hold whatever a tree or a configuration says: nothing of them is run. */
const COMMON = [
  "-r",
  "-C",
  "-l1000",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--diff-algorithm=default",
  "--no-relative",
];
const FILES = ["-z", "--raw", "--numstat"];
const PATCH = ["-p", "--full-index", "--src-prefix=a/", "--dst-prefix=b/"];

/** Longest time of one comparison, in milliseconds: a stranger may push what takes for ever. */
const LONGEST_MS = 120_000;

/** Bytes of a patch that is kept. */
const LARGEST_PATCH = 5_000_000;

/** Ids that the empty tree has everywhere; git knows it without an object. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const EMPTY_TREE_256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

/** Two states of the tree that are compared. */
export interface Pair {
  /** A commit; null for none, so that all of the head is added. */
  base: string | null;
  head: string;
}

/** The files that differ; undefined when there are too many or that takes too long. */
export async function changedFiles(
  objects: Objects,
  pair: Pair,
  timeoutMs = LONGEST_MS,
): Promise<Files | undefined> {
  const output = await difference(objects, pair, FILES, { timeoutMs });
  return output && filesIn(output);
}

/** The difference as text; undefined when it is too large or takes too long. */
export async function patchOf(
  objects: Objects,
  pair: Pair,
  timeoutMs = LONGEST_MS,
): Promise<Uint8Array | undefined> {
  return await difference(objects, pair, PATCH, { timeoutMs, maxBytes: LARGEST_PATCH });
}

async function difference(
  objects: Objects,
  { base, head }: Pair,
  options: readonly string[],
  limits: { timeoutMs: number; maxBytes?: number },
): Promise<Uint8Array | undefined> {
  const from = base ?? (head.length === 40 ? EMPTY_TREE : EMPTY_TREE_256);
  try {
    return await objects.bytes(["diff-tree", ...COMMON, ...options, from, head], limits);
  } catch (error) {
    const gaveUp = error instanceof PlatformFailure &&
      (error.code === "unavailable" || error.code === "too_large");
    if (gaveUp) return undefined;
    throw error;
  }
}
