/** Bytes of content that a list of what was written holds. */
const BUDGET = 4_000_000;

/**
 * Keeps the contents in a list of what a run wrote from filling the memory: the first ones stay, until
 * they are 4 MB together; later ones are left out, and are read from the data by whoever needs them.
 *
 * @returns what is to be kept of the next one
 */
export function contentBudget(): <T extends { size: number; attributes?: unknown }>(one: T) => T {
  let left = BUDGET;
  return (one) => {
    if (one.attributes === undefined) return one;
    left -= one.size;
    if (left >= 0) return one;
    const { attributes: _, ...rest } = one;
    return rest as typeof one;
  };
}
