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
  const change = (path: string | URL, half?: () => void) => {
    if (!String(path).startsWith(`${folder}/`)) return;
    if (left-- > 0) return;
    if (!stopped) half?.();
    stopped = true;
    throw new Error("stopped");
  };
  const { mkdirSync, renameSync, removeSync, openSync, mkdir, rename, remove, open } = Deno;
  const { writeFileSync, writeTextFileSync } = Deno;
  const removed = (path: string, options: { recursive?: boolean } = {}) => {
    if (options.recursive && Deno.lstatSync(path).isDirectory) {
      for (const { name } of Deno.readDirSync(path)) removed(`${path}/${name}`, options);
    }
    change(path);
    removeSync(path);
  };
  const watched = (path: string, file: Deno.FsFile) => {
    const { write, writeSync, truncateSync } = file;
    const whole = (bytes: Uint8Array) => {
      const half = bytes.subarray(0, bytes.length / 2);
      change(path, () => half.length > 0 && writeSync.call(file, half));
    };
    return Object.assign(file, {
      write: async (bytes: Uint8Array) => (whole(bytes), await write.call(file, bytes)),
      writeSync: (bytes: Uint8Array) => (whole(bytes), writeSync.call(file, bytes)),
      truncateSync: (size?: number) => (change(path), truncateSync.call(file, size)),
    });
  };
  const opened = (path: string, options: Deno.OpenOptions = { read: true }) => {
    if (options.createNew || (options.create && !exists(path))) change(path);
  };
  const filled = (path: string, bytes: Uint8Array, options: Deno.WriteFileOptions = {}) => {
    const how = { write: true, create: true, truncate: !options.append, ...options };
    opened(path, how);
    const file = openSync(path, how);
    try {
      if (options.append) file.seekSync(0, Deno.SeekMode.End);
      watched(path, file).writeSync(bytes);
    } finally {
      file.close();
    }
  };
  Object.assign(Deno, {
    mkdirSync: (path: string, options?: Deno.MkdirOptions) => {
      if (!exists(path)) change(path);
      mkdirSync(path, options);
    },
    renameSync: (path: string, to: string) => (change(to), renameSync(path, to)),
    removeSync: removed,
    writeFileSync: filled,
    writeTextFileSync: (path: string, text: string, options?: Deno.WriteFileOptions) =>
      filled(path, new TextEncoder().encode(text), options),
    openSync: (path: string, options: Deno.OpenOptions = { read: true }) => {
      opened(path, options);
      const file = openSync(path, options);
      return options.write ? watched(path, file) : file;
    },
    mkdir: async (path: string, options?: Deno.MkdirOptions) => {
      if (!exists(path)) change(path);
      await mkdir(path, options);
    },
    rename: async (path: string, to: string) => (change(to), await rename(path, to)),
    remove: async (path: string, options?: { recursive?: boolean }) =>
      await Promise.resolve(removed(path, options)),
    open: async (path: string, options: Deno.OpenOptions = { read: true }) => {
      opened(path, options);
      const file = await open(path, options);
      return options.write ? watched(path, file) : file;
    },
  });
  return {
    get stopped() {
      return stopped;
    },
    [Symbol.dispose]() {
      Object.assign(Deno, { mkdirSync, renameSync, removeSync, openSync, mkdir, rename, remove });
      Object.assign(Deno, { open, writeFileSync, writeTextFileSync });
    },
  };
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
