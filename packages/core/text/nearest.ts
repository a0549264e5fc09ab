import { distance } from "./distance.ts";

/** Edits that make a suggestion too far-fetched, as a share of the longer word. */
const TOO_FAR = 0.4;

/** Characters of a word; comparing takes the square of them, and the words may be a stranger's. */
const LONGEST = 200;

/** `Did you mean …?` with up to three near `candidates`, or undefined when none is near. */
export function didYouMean(given: string, candidates: readonly string[]): string | undefined {
  return meaning(nearest(given, candidates));
}

/** `Did you mean …?` with these words, or undefined for none. */
export function meaning(near: readonly string[]): string | undefined {
  return near.length === 0
    ? undefined
    : `Did you mean ${near.map((word) => `'${word}'`).join(" or ")}?`;
}

/** Up to three candidates near `given`, nearest first. A candidate that `given` begins counts as near. */
export function nearest(given: string, candidates: readonly string[]): string[] {
  return ranked(candidates.map((candidate) => ({ candidate, given, compared: candidate })));
}

/** Up to three candidates whose compared word is near what was given, nearest first. */
export function ranked(
  pairs: readonly { candidate: string; given: string; compared: string }[],
): string[] {
  return pairs
    .filter(({ given, compared }) => Math.max(given.length, compared.length) <= LONGEST)
    .map(({ candidate, given, compared }) => {
      const [a, b] = [given.toLowerCase(), compared.toLowerCase()];
      return { candidate, a, b, far: distance(a, b) };
    })
    .filter(({ a, b, far }) =>
      far / Math.max(a.length, b.length) < TOO_FAR || (a.length >= 3 && b.startsWith(a))
    )
    .sort((one, other) => one.far - other.far)
    // Beside a near hit, a far one is noise.
    .filter(({ far }, _, [best]) => far <= best!.far + 1)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
