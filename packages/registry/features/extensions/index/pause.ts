/** The pause after the second loss, in milliseconds; it doubles up to the longest. */
const FIRST = 1_000;

/** The longest pause, and how long an index lives that is no cause for one, in milliseconds. */
export const LONGEST_PAUSE = 30_000;

/**
 * Pauses of an index: none when it was lost once, as anything may end once, and growing ones when it
 * is lost soon after each start. To load it takes seconds of both processor and store.
 *
 * @param elapsed a clock that never goes back, in milliseconds
 */
export function pauses(elapsed: () => number) {
  let losses = 0;
  let until = 0;
  return {
    /**
     * Notes that an index was lost, and begins a pause.
     *
     * @param livedMs for how long it was loaded, in milliseconds
     * @returns how long the pause is, in milliseconds
     */
    lost(livedMs: number) {
      losses = livedMs < LONGEST_PAUSE ? losses + 1 : 1;
      const pause = losses === 1 ? 0 : Math.min(FIRST * 2 ** (losses - 2), LONGEST_PAUSE);
      until = elapsed() + pause;
      return pause;
    },
    /** Milliseconds until it may be loaded again; 0 for now. */
    leftMs: () => Math.max(0, until - elapsed()),
    /** Losses one soon after the other. */
    losses: () => losses,
  };
}
