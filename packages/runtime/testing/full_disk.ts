import { beforeEachChange } from "./each_change.ts";

/**
 * Lets this process add to the disk below `folder` so many times, and then has the disk be full:
 * whatever needs room is refused, while removing and renaming go on.
 *
 * @returns makes room again when disposed; `wasFull` says whether anything was refused
 */
export function fillDiskAfter(
  additions: number,
  folder: string,
): Disposable & { readonly wasFull: boolean } {
  let left = additions;
  let wasFull = false;
  const disk = beforeEachChange(folder, ({ adds }) => {
    if (!adds || left-- > 0) return;
    wasFull = true;
    throw Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
  });
  return {
    get wasFull() {
      return wasFull;
    },
    [Symbol.dispose]: () => disk[Symbol.dispose](),
  };
}
