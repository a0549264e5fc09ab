import type { DataMetadata } from "./item.ts";

/**
 * One change of a definition's data. A commit holds several: all of them happen, or none.
 *
 * `write` adds a version, `remove` takes versions away, `replace` gives a version other metadata.
 */
export type Change =
  | { op: "write"; metadata: DataMetadata; content: Uint8Array | Staged }
  | { op: "remove"; name: string; versions: number[]; highest: number }
  | { op: "replace"; metadata: DataMetadata };

/** Content that is in a file of the definition's staging folder already, safe on the disk. */
export interface Staged {
  /** Name of the file: a UUID. */
  staged: string;
}

/** True for content that is not in memory. */
export function isStaged(content: Uint8Array | Staged): content is Staged {
  return "staged" in content;
}
