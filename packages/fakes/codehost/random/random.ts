/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  /** Some of a list, each at most once, in an order of its own. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32: small, fast, and good enough to make up a repository. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)]!,
    percent: (share) => next() * 100 < share,
    some(list, count) {
      const rest = [...list];
      const most = Math.min(count, rest.length);
      for (let index = 0; index < most; index++) {
        const other = index + below(rest.length - index);
        [rest[index], rest[other]] = [rest[other]!, rest[index]!];
      }
      return rest.slice(0, most);
    },
  };
}
