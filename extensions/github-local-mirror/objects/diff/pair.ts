import { PlatformFailure } from "../../../platform/failure.ts";
import type { Session } from "../session/session.ts";

/** Two states of the tree that are compared: commits, or trees where there is no commit to begin at. */
export interface Pair {
  /** Line for `git diff-tree --stdin`. */
  line: string;
  /** Whether they are trees, of which the answer begins otherwise. */
  trees: boolean;
}

/** What a head changed since a commit. */
export function sinceCommit(base: string, head: string): Pair {
  return { line: `${head} ${base}`, trees: false };
}

/** All that is in a tree, as added. */
export function wholeTree(tree: string): Pair {
  const empty = tree.length === 40 ? EMPTY_TREE : EMPTY_TREE_256;
  return { line: `${empty} ${tree}`, trees: true };
}

/** Ids that the empty tree has everywhere; git knows it without an object. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const EMPTY_TREE_256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

/**
 * A line that is no question, so that git repeats it: there its answer ends. Nobody who wrote what
 * is compared can know it. It begins with `!`, as nothing else in an answer does.
 */
export function answerEnd(): string {
  return `!${crypto.randomUUID()}\n`;
}

/** First byte of an end. */
const EXCLAMATION = 0x21;

/**
 * Reads the beginning of an answer, which names what is compared.
 *
 * @param end byte with which git ends it for commits; for trees it is always a line end
 * @throws PlatformFailure `git_failed` when there is none: git says nothing of what it does not have
 */
export async function answerBegin(
  { answers }: Session,
  { line, trees }: Pair,
  end: number,
): Promise<void> {
  if (await answers.peek() === EXCLAMATION) {
    throw new PlatformFailure("git_failed", {
      reason: `git diff-tree did not find a commit to compare, ${line}`,
      hint: "Run sync again; if it fails again, check the object repository with 'git fsck'",
    });
  }
  await answers.until(trees ? 10 : end);
}
