/** A change of the disk that is about to be made. */
interface DiskChange {
  /** True for one that needs room. */
  adds: boolean;
  /** Makes half of it, where it is a write. */
  half?: () => void;
}

/**
 * Calls `before` just before each change of the file system inside the folder given, made by this
 * process. What it throws, the call throws, and the change is not made. What one call of Deno changes in
 * several steps counts as those steps: a file is created, then filled; a folder is removed entry by
 * entry. What is awaited is made at once as well, so that `before` sees a disk on which nothing moves.
 *
 * @returns ends that when disposed
 */
export function beforeEachChange(
  folder: string,
  before: (change: DiskChange) => void,
): Disposable {
  const { chmodSync, linkSync, mkdirSync, openSync, removeSync, renameSync } = Deno;
  const { symlinkSync, truncateSync } = Deno;
  const isInside = (path: string | URL) => String(path).startsWith(`${folder}/`);
  const frees = (path: string) => isInside(path) && before({ adds: false });
  const adds = (path: string) => isInside(path) && before({ adds: true });

  const watched = (file: Deno.FsFile) => {
    const real = { writeSync: file.writeSync, truncateSync: file.truncateSync };
    const writeSync = (bytes: Uint8Array) => {
      const half = () => void real.writeSync.call(file, bytes.subarray(0, bytes.length / 2));
      before({ adds: true, half });
      return real.writeSync.call(file, bytes);
    };
    const truncateSync = (size?: number) => {
      before({ adds: false });
      real.truncateSync.call(file, size);
    };
    const calls = { writeSync, truncateSync };
    return Object.assign(file, calls, { write: later(writeSync), truncate: later(truncateSync) });
  };
  const calls = {
    chmodSync(path: string, mode: number) {
      frees(path);
      chmodSync(path, mode);
    },
    linkSync(from: string, to: string) {
      adds(to);
      linkSync(from, to);
    },
    mkdirSync(path: string, options?: Deno.MkdirOptions) {
      if (!exists(path)) adds(path);
      mkdirSync(path, options);
    },
    openSync(path: string, options: Deno.OpenOptions = { read: true }): Deno.FsFile {
      const { append, create, createNew, truncate, write } = options;
      const isThere = exists(path);
      if (!isThere && (create || createNew)) adds(path);
      else if (isThere && truncate) frees(path);
      const file = openSync(path, options);
      return (write || append) && isInside(path) ? watched(file) : file;
    },
    removeSync(path: string, { recursive }: Deno.RemoveOptions = {}) {
      if (recursive && Deno.lstatSync(path).isDirectory) {
        for (const { name } of Deno.readDirSync(path)) {
          calls.removeSync(`${path}/${name}`, { recursive });
        }
      }
      frees(path);
      removeSync(path);
    },
    renameSync(from: string, to: string) {
      frees(isInside(from) ? from : to);
      renameSync(from, to);
    },
    symlinkSync(target: string, path: string) {
      adds(path);
      symlinkSync(target, path);
    },
    truncateSync(path: string, size?: number) {
      frees(path);
      truncateSync(path, size);
    },
    writeFileSync(path: string, bytes: Uint8Array, options: Deno.WriteFileOptions = {}) {
      const { append = false, create = true, ...more } = options;
      const how = { write: true, create, append, truncate: !append, ...more };
      using file = calls.openSync(path, how);
      file.writeSync(bytes);
    },
    writeTextFileSync(path: string, text: string, options?: Deno.WriteFileOptions) {
      calls.writeFileSync(path, new TextEncoder().encode(text), options);
    },
  };
  const changed = Object.fromEntries(
    Object.entries(calls).flatMap(([name, call]) => [
      [name, call],
      [name.replace("Sync", ""), later(call as (...args: unknown[]) => unknown)],
    ]),
  );
  const real = Object.keys(changed).map((name) => [name, Reflect.get(Deno, name)]);
  Object.assign(Deno, changed);
  return { [Symbol.dispose]: () => void Object.assign(Deno, Object.fromEntries(real)) };
}

/** The same call, with what it answers or throws told later. */
function later<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Promise<Result> {
  return (...args) => new Promise((resolve) => resolve(call(...args)));
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
