/**
 * Kills this process with SIGKILL just before it makes the change of the file system with this number
 * inside the folders given; 0 for never. What one call of Deno changes in several steps counts as
 * those steps: a file is created, then filled; a folder is removed entry by entry.
 *
 * @returns how many changes were made so far
 */
export function killBefore(number: number, folders: readonly string[]): () => number {
  let changes = 0;
  const change = (path: string | URL) => {
    const inside = folders.some((folder) => String(path).startsWith(`${folder}/`));
    if (inside && ++changes === number) Deno.kill(Deno.pid, "SIGKILL");
  };
  const { rename, remove, mkdir, writeFile, writeTextFile, open, symlink, chmod, truncate } = Deno;
  const filled =
    <Content>(write: (path: string, content: Content, options?: object) => Promise<void>) =>
    async (path: string, content: Content, options: object = {}) => {
      change(path);
      (await open(path, { write: true, create: true, truncate: true, ...options })).close();
      change(path);
      await write(path, content, options);
    };
  const removed = async (path: string, options: { recursive?: boolean } = {}) => {
    if (options.recursive && (await Deno.lstat(path)).isDirectory) {
      for await (const { name } of Deno.readDir(path)) await removed(`${path}/${name}`, options);
    }
    change(path);
    await remove(path);
  };
  const before = <Rest extends unknown[], Result>(
    call: (path: string, ...rest: Rest) => Promise<Result>,
  ) =>
  (path: string, ...rest: Rest) => {
    change(path);
    return call(path, ...rest);
  };
  Object.assign(Deno, {
    rename: before(rename as (path: string, to: string) => Promise<void>),
    mkdir: before(mkdir as (path: string, options?: Deno.MkdirOptions) => Promise<void>),
    symlink: before(symlink as (path: string, to: string) => Promise<void>),
    chmod: before(chmod as (path: string, mode: number) => Promise<void>),
    truncate: before(truncate as (path: string, size?: number) => Promise<void>),
    remove: removed,
    writeFile: filled(writeFile as (path: string, content: Uint8Array) => Promise<void>),
    writeTextFile: filled(writeTextFile as (path: string, content: string) => Promise<void>),
    open: async (path: string, options: Deno.OpenOptions = {}) => {
      if (options.create || options.createNew || options.truncate) change(path);
      const file = await open(path, options);
      for (const name of ["write", "truncate"] as const) {
        const call = file[name].bind(file) as (value: never) => Promise<never>;
        Object.assign(file, {
          [name]: (value: never) => {
            change(path);
            return call(value);
          },
        });
      }
      return file;
    },
  });
  return () => changes;
}
