/** A change of the disk that is about to be made. */
export interface DiskChange {
  /** True for one that needs room. */
  adds: boolean;
  /** Makes half of it, where it is a write. */
  half?: () => void;
}

/**
 * Calls `before` just before each change of the file system inside the folders given, made by this
 * process. What it throws, the call throws, and the change is not made. What one call of Deno changes in
 * several steps counts as those steps: a file is created, then filled; a folder is removed entry by
 * entry. What is awaited is made at once as well, so that `before` sees a disk on which nothing moves.
 *
 * @returns ends that when disposed
 */
export function beforeEachChange(
  folders: readonly string[],
  before: (change: DiskChange) => void,
): Disposable {
  const { chmodSync, linkSync, mkdirSync, openSync, removeSync, renameSync } = Deno;
  const { symlinkSync, truncateSync, writeFileSync, writeTextFileSync } = Deno;
  const { chmod, link, mkdir, open, remove, rename, symlink, truncate, writeFile, writeTextFile } =
    Deno;
  const isInside = (path: string | URL) =>
    folders.some((folder) => String(path).startsWith(`${folder}/`));
  const change = (path: string | URL, adds: boolean, half?: () => void) => {
    if (isInside(path)) before({ adds, ...(half === undefined ? {} : { half }) });
  };

  const filled = (path: string, bytes: Uint8Array, options: Deno.WriteFileOptions = {}) => {
    const { append = false, create = true, createNew = false, mode } = options;
    const how = { append, create, createNew, truncate: !append };
    using file = calls.openSync(path, { write: true, ...how, ...(mode ? { mode } : {}) });
    file.writeSync(bytes);
  };
  const watched = (path: string, file: Deno.FsFile) => {
    const writeSync = (bytes: Uint8Array) => {
      const half = () => void real.writeSync.call(file, bytes.subarray(0, bytes.length / 2));
      change(path, true, half);
      return real.writeSync.call(file, bytes);
    };
    const truncateSync = (size?: number) => {
      change(path, false);
      real.truncateSync.call(file, size);
    };
    const real = { writeSync: file.writeSync, truncateSync: file.truncateSync };
    return Object.assign(file, {
      writeSync,
      truncateSync,
      write: later(writeSync),
      truncate: later(truncateSync),
    });
  };
  const calls = {
    chmodSync(path: string, mode: number) {
      change(path, false);
      chmodSync(path, mode);
    },
    linkSync(from: string, to: string) {
      change(to, true);
      linkSync(from, to);
    },
    mkdirSync(path: string, options?: Deno.MkdirOptions) {
      if (!exists(path)) change(path, true);
      mkdirSync(path, options);
    },
    openSync(path: string, options: Deno.OpenOptions = { read: true }): Deno.FsFile {
      const { append, create, createNew, truncate, write } = options;
      const isThere = exists(path);
      if (!isThere && (create || createNew)) change(path, true);
      else if (isThere && truncate) change(path, false);
      const file = openSync(path, options);
      return (write || append) && isInside(path) ? watched(path, file) : file;
    },
    removeSync(path: string, options: Deno.RemoveOptions = {}) {
      if (options.recursive && Deno.lstatSync(path).isDirectory) {
        for (const { name } of Deno.readDirSync(path)) calls.removeSync(`${path}/${name}`, options);
      }
      change(path, false);
      removeSync(path);
    },
    renameSync(from: string, to: string) {
      change(isInside(from) ? from : to, false);
      renameSync(from, to);
    },
    symlinkSync(target: string, path: string) {
      change(path, true);
      symlinkSync(target, path);
    },
    truncateSync(path: string, size?: number) {
      change(path, false);
      truncateSync(path, size);
    },
    writeFileSync: filled,
    writeTextFileSync(path: string, text: string, options?: Deno.WriteFileOptions) {
      filled(path, new TextEncoder().encode(text), options);
    },
  };
  Object.assign(Deno, calls, {
    chmod: later(calls.chmodSync),
    link: later(calls.linkSync),
    mkdir: later(calls.mkdirSync),
    open: later(calls.openSync),
    remove: later(calls.removeSync),
    rename: later(calls.renameSync),
    symlink: later(calls.symlinkSync),
    truncate: later(calls.truncateSync),
    writeFile: later(calls.writeFileSync),
    writeTextFile: later(calls.writeTextFileSync),
  });
  return {
    [Symbol.dispose]() {
      Object.assign(Deno, { chmodSync, linkSync, mkdirSync, openSync, removeSync, renameSync });
      Object.assign(Deno, { symlinkSync, truncateSync, writeFileSync, writeTextFileSync });
      Object.assign(Deno, { chmod, link, mkdir, open, remove, rename, symlink, truncate });
      Object.assign(Deno, { writeFile, writeTextFile });
    },
  };
}

/** The same call, with what it answers or throws told later. */
function later<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Promise<Result> {
  return (...args) => Promise.try(call, ...args);
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
