import type { Entry } from "./entry.ts";
import type { Head } from "./head.ts";

/** An entry with the pack that it stands in. */
export interface Placed {
  entry: Entry;
  pack: string;
  sequence: number;
}

/** What the store says of every path, by path. */
export type View = Map<string, Placed>;

/** Takes in the entries of a pack, in whatever order packs are read: the later pack counts. */
export function take(view: View, pack: { id: string; sequence: number }, entries: Entry[]): void {
  for (const entry of entries) {
    const known = view.get(entry.path);
    if (known !== undefined && known.sequence >= pack.sequence) continue;
    view.set(entry.path, { entry, pack: pack.id, sequence: pack.sequence });
  }
}

/**
 * Forgets entries of packs that the head no longer names. What was moved to another pack is known from
 * there by now; anything else the store has lost.
 */
export function forgetLost(view: View, head: Head): void {
  const packs = new Set(head.packs.map(({ id }) => id));
  for (const [path, { pack }] of view) if (!packs.has(pack)) view.delete(path);
}
