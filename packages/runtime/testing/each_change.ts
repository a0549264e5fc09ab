/**
 * Calls `before` with 1, 2, 3… just before each change of the file system inside the folders given,
 * made by this process. What one call of Deno changes in several steps counts as those steps: a file
 * is created, then filled; a folder is removed entry by entry. Changes are made one after another,
 * so that `before` sees a disk on which nothing moves.
 *
 * @returns how many changes were made so far
 */
export function beforeEachChange(
  folders: readonly string[],
  before: (number: number) => void,
): () => number {
  let changes = 0;
  const change = (path: string | URL) => {
    if (folders.some((folder) => String(path).startsWith(`${folder}/`))) before(++changes);
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const result = last.then(call);
    last = result.catch(() => {});
    return result;
  };
  const { rename, remove, mkdir, writeFile, writeTextFile, open, symlink, chmod, truncate } = Deno;
  const filled =
    <Content>(write: (path: string, content: Content, options?: object) => Promise<void>) =>
    (path: string, content: Content, options: object = {}) =>
      inTurn(async () => {
        change(path);
        (await open(path, { write: true, create: true, truncate: true, ...options })).close();
        change(path);
        await write(path, content, options);
      });
  const removed = async (path: string, options: { recursive?: boolean } = {}) => {
    if (options.recursive && (await Deno.lstat(path)).isDirectory) {
      for await (const { name } of Deno.readDir(path)) await removed(`${path}/${name}`, options);
    }
    change(path);
    await remove(path);
  };
  const single = <Rest extends unknown[], Result>(
    call: (path: string, ...rest: Rest) => Promise<Result>,
  ) =>
  (path: string, ...rest: Rest) =>
    inTurn(() => {
      change(path);
      return call(path, ...rest);
    });
  Object.assign(Deno, {
    rename: single(rename as (path: string, to: string) => Promise<void>),
    mkdir: single(mkdir as (path: string, options?: Deno.MkdirOptions) => Promise<void>),
    symlink: single(symlink as (path: string, to: string) => Promise<void>),
    chmod: single(chmod as (path: string, mode: number) => Promise<void>),
    truncate: single(truncate as (path: string, size?: number) => Promise<void>),
    remove: (path: string, options?: { recursive?: boolean }) =>
      inTurn(() => removed(path, options)),
    writeFile: filled(writeFile as (path: string, content: Uint8Array) => Promise<void>),
    writeTextFile: filled(writeTextFile as (path: string, content: string) => Promise<void>),
    open: async (path: string, options: Deno.OpenOptions = {}) => {
      const file = await inTurn(() => {
        if (options.create || options.createNew || options.truncate) change(path);
        return open(path, options);
      });
      for (const name of ["write", "truncate"] as const) {
        const call = file[name].bind(file) as (value: never) => Promise<never>;
        Object.assign(file, {
          [name]: (value: never) =>
            inTurn(() => {
              change(path);
              return call(value);
            }),
        });
      }
      return file;
    },
  });
  return () => changes;
}
