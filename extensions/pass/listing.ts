/** What `tree`, which `pass ls` runs, is told to mark things with; their names alone do not tell. */
const FOLDER = "34";
const ENTRY = "33";
const LINK = "36";

/** For the variable `TREE_COLORS`: folders, entries, links, and other files each have their mark. */
export const TREE_COLORS = `di=${FOLDER}:ln=${LINK}:fi=32:or=31:mi=31:*.gpg=${ENTRY}`;

/** A line of `tree`: its depth in steps of four, then the mark and the name, and where a link leads. */
// deno-lint-ignore no-control-regex
const LINE = /^((?:[| ] {3})*)[|`]-- \x1b\[(\d+)m([^\x1b]*)\x1b\[0?0?m(?: -> \x1b\[(\d+)m.*)?$/;

/**
 * The entries of what `pass ls` printed, as paths below the folder that was listed. Files that are no
 * entries and lines that are none are left out.
 */
export function entriesOf(listing: string): string[] {
  const folders: string[] = [];
  const found: string[] = [];
  for (const line of listing.split("\n")) {
    const [, indent, mark, name, target] = LINE.exec(line) ?? [];
    if (indent === undefined) continue;
    const depth = indent.length / 4;
    if (mark === FOLDER) folders[depth] = name!;
    else if (mark === ENTRY || (mark === LINK && target === ENTRY)) {
      found.push([...folders.slice(0, depth), name!].join("/"));
    }
  }
  return found;
}
