/** Makes answers as services make them: in any order of keys, with keys that are not promised. */
export interface Answers {
  /** An object of an API: `optional` keys may be left out, others may be added. */
  object(required: Record<string, unknown>, optional?: Record<string, unknown>): object;
}

/**
 * Answers that follow from `seed` alone.
 *
 * @param added whether each object gets a key that its description does not have
 */
export function createAnswers(seed: number, added: boolean): Answers {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    object(required, optional = {}) {
      const entries = [
        ...Object.entries(required),
        ...Object.entries(optional).filter(() => random() < 0.5),
      ];
      if (added) {
        entries.push([`added${Math.floor(random() * 1000)}`, { since: "2027", list: [1] }]);
      }
      for (let i = entries.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [entries[i], entries[j]] = [entries[j]!, entries[i]!];
      }
      return Object.fromEntries(entries);
    },
  };
}
