/** The letters of a word as bits: what is quick to compare before the letters themselves. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let n = 0; n < word.length; n++) bits |= 1 << (word.charCodeAt(n) & 31);
  return bits;
}

/** False when two words have too many different letters to be as near as `most` errors. */
export function mayBeNear(letters: number, others: number, most: number): boolean {
  let different = letters ^ others;
  for (let n = 0; different !== 0; n++) {
    // An error replaces a letter, which is two differences at most.
    if (n === 2 * most) return false;
    different &= different - 1;
  }
  return true;
}
