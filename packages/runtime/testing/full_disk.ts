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
  const add = (path: string | URL) => {
    if (!String(path).startsWith(`${folder}/`) || left-- > 0) return;
    wasFull = true;
    throw Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
  };
  const { writeFileSync, writeTextFileSync, mkdirSync, openSync, mkdir, open } = Deno;
  Deno.mkdir = async (path, ...rest) => (add(path), await mkdir(path, ...rest));
  Deno.open = async (path, options) => {
    if (options?.create || options?.createNew) add(path);
    const file = await open(path, options);
    const { write } = file;
    return Object.assign(file, {
      write: async (bytes: Uint8Array) => (add(path), await write.call(file, bytes)),
    });
  };
  Deno.writeFileSync = (path, ...rest) => (add(path), writeFileSync(path, ...rest));
  Deno.writeTextFileSync = (path, ...rest) => (add(path), writeTextFileSync(path, ...rest));
  Deno.mkdirSync = (path, ...rest) => (add(path), mkdirSync(path, ...rest));
  Deno.openSync = (path, options) => {
    const file = openSync(path, options);
    const { writeSync } = file;
    return Object.assign(file, {
      writeSync: (bytes: Uint8Array) => (add(path), writeSync.call(file, bytes)),
    });
  };
  return {
    get wasFull() {
      return wasFull;
    },
    [Symbol.dispose]() {
      Object.assign(Deno, { writeFileSync, writeTextFileSync, mkdirSync, openSync, mkdir, open });
    },
  };
}
