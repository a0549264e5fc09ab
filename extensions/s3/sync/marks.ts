import { isFilePath } from "../layout/path.ts";
import type { Folder } from "./folder.ts";

/** Paths that were written or removed since they were pushed. They outlive a killed process. */
export interface Marks {
  add(path: string): void;
  /** Every path that is marked. Marks that come later belong to the next push. */
  collect(): Set<string>;
  /** Forgets what was collected, except for these. */
  settle(remaining: Iterable<string>): void;
}

const NEW = "marked";
const MOVING = "marked.moving";
const COLLECTED = "marked.collected";

/** The marks of a cache folder: a line of JSON a path. */
export function openMarks(folder: Folder): Marks {
  return {
    add: (path) => folder.appendOwn(NEW, `${JSON.stringify(path)}\n`),
    collect() {
      // In this order a kill in between leaves the marks in one of the files, or in two.
      absorb(folder);
      if (folder.listOwn().includes(NEW)) folder.renameOwn(NEW, MOVING);
      absorb(folder);
      return pathsIn(folder.readOwn(COLLECTED) ?? "");
    },
    settle(remaining) {
      const lines = [...remaining].map((path) => `${JSON.stringify(path)}\n`);
      folder.writeOwn(COLLECTED, new TextEncoder().encode(lines.join("")));
    },
  };
}

/** Adds what was moved aside to what is collected. */
function absorb(folder: Folder): void {
  const moving = folder.readOwn(MOVING);
  if (moving === undefined) return;
  const text = `${folder.readOwn(COLLECTED) ?? ""}${moving}`;
  folder.writeOwn(COLLECTED, new TextEncoder().encode(text));
  folder.removeOwn(MOVING);
}

/** A line that a killed process left half way was not answered, so nothing was written for it. */
function pathsIn(text: string): Set<string> {
  const paths = new Set<string>();
  for (const line of text.split("\n")) {
    try {
      const path: unknown = JSON.parse(line);
      if (isFilePath(path)) paths.add(path);
    } catch { // Not a whole line.
    }
  }
  return paths;
}
