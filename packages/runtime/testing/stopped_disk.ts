import { beforeEachChange } from "./each_change.ts";

/**
 * Lets this process make so many changes of the disk below `folder`, and none after them, so that the
 * disk looks as if the process had been killed there: code that wants to undo something cannot. A write
 * that comes just too late leaves half of its bytes.
 *
 * @returns restores the disk when disposed; `stopped` says whether a change was refused
 */
export function stopDiskAfter(
  changes: number,
  folder: string,
): Disposable & { readonly stopped: boolean } {
  let left = changes;
  let stopped = false;
  const disk = beforeEachChange(folder, ({ half }) => {
    if (left-- > 0) return;
    if (!stopped) half?.();
    stopped = true;
    throw new Error("stopped");
  });
  return {
    get stopped() {
      return stopped;
    },
    [Symbol.dispose]: () => disk[Symbol.dispose](),
  };
}
