import type { Following } from "./following.ts";

/** How often is looked, in milliseconds. */
const EVERY = 1_000;

/**
 * Calls `changed` when a process other than this one has committed since the last look, as a command
 * of the operator does: what is kept in memory may be out of date then. It is looked once a second.
 *
 * @param commits a number that another process's commit changes, and this one's own does not
 */
export function watchStore(
  commits: () => Promise<number>,
  changed: () => void,
  failed: (error: unknown) => void,
): Following {
  let known: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  async function look(): Promise<void> {
    const now = await commits();
    if (known !== undefined && known !== now) changed();
    known = now;
  }
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = look().catch(failed).finally(again);
    }, EVERY);
  };
  return {
    // The file is on this machine: what cannot be seen there cannot be read there either.
    current: () => true,
    look,
    start() {
      running ??= look().catch(failed).finally(again);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
