/** Edits that make a suggestion too far-fetched, as a share of the longer word. */
const TOO_FAR = 0.4;

/** `Did you mean …?` with up to three near `candidates`, or undefined when none is near. */
export function didYouMean(given: string, candidates: readonly string[]): string | undefined {
  const near = nearest(given, candidates);
  return near.length === 0
    ? undefined
    : `Did you mean ${near.map((word) => `'${word}'`).join(" or ")}?`;
}

/** Up to three candidates near `given`, nearest first. A candidate that `given` begins counts as near. */
export function nearest(given: string, candidates: readonly string[]): string[] {
  return ranked(candidates.map((candidate) => ({ candidate, given, compared: candidate })));
}

/**
 * Up to three paths of commands or groups near the words typed, nearest first: the words
 * from the first wrong one on are compared with as many of each path, and when none is near, its last word with the last typed. A group
 * gives way to its command when that is as near, so that what was typed after it is kept.
 */
export function nearestPaths(typed: readonly string[], paths: readonly string[]): string[] {
  const whole = ranked(
    paths.map((path) => {
      const words = path.split(" ");
      const wrong = words.findIndex((word, index) => word !== typed[index]);
      return {
        candidate: path,
        given: typed.slice(wrong, words.length).join(" "),
        compared: words.slice(wrong).join(" "),
      };
    }).filter(({ given, compared }) => given !== compared && given !== ""),
  );
  if (whole.length > 0) {
    return whole.filter((path) => !whole.some((other) => other.startsWith(`${path} `)));
  }
  return ranked(paths.map((path) => ({
    candidate: path,
    given: typed.at(-1) ?? "",
    compared: path.split(" ").at(-1)!,
  })));
}

function ranked(
  pairs: readonly { candidate: string; given: string; compared: string }[],
): string[] {
  return pairs
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
