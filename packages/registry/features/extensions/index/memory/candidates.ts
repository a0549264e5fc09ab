import { eligibleFor, missedFacets } from "./eligible.ts";
import { FACETS, type IndexRequest } from "./request.ts";
import type { Slots } from "./slots.ts";

/** Extensions that match but for some facets. */
export interface Candidates {
  length: number;
  slots: Uint32Array;
  /** By place in `slots`, the facets that the extension does not match, as bits. */
  missed: Uint8Array;
  /** Those that match in every facet. */
  hits: Uint32Array;
}

/** Finds what may be seen of some slots, or of all below `size`. Valid until the next one is asked. */
export type CandidateFinder = (
  request: IndexRequest,
  size: number,
  found?: Uint32Array,
) => Candidates;

/** Makes a finder; it keeps its memory from search to search. */
export function candidateFinder(held: Slots): CandidateFinder {
  let slots = new Uint32Array(0);
  let missed = new Uint8Array(0);
  let hits = new Uint32Array(0);
  function reserve(size: number): void {
    if (size <= slots.length) return;
    const room = Math.max(1024, size * 2);
    slots = new Uint32Array(room);
    missed = new Uint8Array(room);
    hits = new Uint32Array(room);
  }
  return (request, size, found) => {
    reserve(size);
    const eligible = eligibleFor(held, request);
    const missedBy = missedFacets(held, request);
    const [to, missing, matching] = [slots, missed, hits];
    const count = found === undefined ? size : found.length;
    let length = 0;
    for (let n = 0; n < count; n++) {
      const slot = found === undefined ? n : found[n]!;
      if (!eligible(slot)) continue;
      to[length] = slot;
      missing[length++] = missedBy(slot);
    }
    const narrowed = FACETS.some((facet) => request.narrowed[facet].length > 0);
    if (!narrowed) return { length, slots: to, missed: missing, hits: to.subarray(0, length) };
    let hit = 0;
    for (let n = 0; n < length; n++) if (missing[n] === 0) matching[hit++] = to[n]!;
    return { length, slots: to, missed: missing, hits: matching.subarray(0, hit) };
  };
}
