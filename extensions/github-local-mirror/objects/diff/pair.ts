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
