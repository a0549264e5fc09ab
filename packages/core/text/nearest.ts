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

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
