import { SvcError } from "@svc/core/error";

/** The largest file that svc reads whole where nothing smaller is said, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * The text of a file, or undefined when there is none.
 *
 * @param limit bytes; a sparse file may claim to be as large as a disk
 * @throws SvcError `conflict` for a larger file, and for a pipe or device, which might never end.
 */
export async function readTextIfPresent(
  path: string,
  limit = LARGEST,
): Promise<string | undefined> {
  try {
    const { isFile, isDirectory, size } = Deno.statSync(path);
    if (isFile && size <= limit) return await Deno.readTextFile(path);
    const what = isFile
      ? `is larger than ${limit} bytes`
      : isDirectory
      ? "is a folder"
      : "is not a file";
    throw new SvcError("conflict", `${path} ${what}, so svc does not read it`, {
      hint: "Remove it, or restore the file that was there.",
    });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The bytes of a file, or undefined when there is none. */
export async function readIfPresent(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * What `lstat` says of a path, or undefined when nothing is there. It is asked in this thread: that takes
 * microseconds, and waking another thread for it a hundred times as long.
 */
export function lstatIfPresent(path: string): Promise<Deno.FileInfo | undefined> {
  return Promise.try(() => {
    try {
      return Deno.lstatSync(path);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  });
}

/** The entries of a folder sorted by name; none when it does not exist. */
export async function listFolder(path: string): Promise<Deno.DirEntry[]> {
  const entries: Deno.DirEntry[] = [];
  try {
    for await (const entry of Deno.readDir(path)) entries.push(entry);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** As {@linkcode listFolder}, in this thread and in any order. */
export function entriesNow(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Every regular file below `folder`, as paths relative to it, sorted; links are not followed. */
export async function listFilesBelow(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await listFolder(prefix === "" ? folder : `${folder}/${prefix}`)) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory) found.push(...await listFilesBelow(folder, path));
    else if (entry.isFile) found.push(path);
  }
  return found;
}

/**
 * As `listFilesBelow`, in this thread: for folders that hold little, since waking another one for each
 * takes longer.
 */
export function filesBelowNow(folder: string, prefix = ""): string[] {
  const entries = entriesNow(prefix === "" ? folder : `${folder}/${prefix}`);
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return entries.flatMap(({ name, isDirectory, isFile }) => {
    const path = prefix === "" ? name : `${prefix}/${name}`;
    if (isDirectory) return filesBelowNow(folder, path);
    return isFile ? [path] : [];
  });
}

/**
 * The text of a regular file of at most `limit` bytes; undefined when there is none, and for anything
 * else in its place: a link is not followed, and a named pipe would be waited for without end.
 *
 * Not asynchronous, as it is asked for every item of a list.
 */
export function readSmallFile(path: string, limit: number): string | undefined {
  try {
    const info = Deno.lstatSync(path);
    return info.isFile && info.size <= limit ? Deno.readTextFileSync(path) : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that nothing is at a path; nothing is at one with a name too long for the disk. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    (error as { code?: unknown }).code === "ENAMETOOLONG";
}
