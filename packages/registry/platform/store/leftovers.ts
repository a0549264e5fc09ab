/** The folders in which a process that is killed may leave files. */
export interface LeftoverFolders {
  /** The data folder. */
  root: string;
  blobs: string;
  uploads: string;
}

/** Whether everything may go that is not in use, or only what is old. */
export interface Leaving {
  /** Where the documentation tool works; the system's folder for temporary files unless given. */
  temporary?: string;
  /** True when no other server uses these folders, as at the start of one that has them alone. */
  alone: boolean;
  /** True for the id of an upload that may still be confirmed. */
  isAnnounced(id: string): Promise<boolean>;
}

/** Below the folder of the blobs: where a blob is written before it is put in its place. */
export const INCOMING = "incoming";

/** After this nobody is still writing a file, in milliseconds. */
const OLD = 60 * 60_000;

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Files of the data folder before they are put in place. */
const ROOT_ASIDE = new RegExp(`^(?:secret|acknowledged|archives-id)\\.${UUID}$`);
const TRIAL = new RegExp(`^\\.ready-${UUID}$`);
const UPLOAD = new RegExp(`^${UUID}$`);
const UPLOAD_ASIDE = new RegExp(`^${UUID}\\.${UUID}$`);
/** Folders of the documentation tool. */
const DOCUMENTATION = /^svc-doc-\d+-/;

/**
 * Removes the files that killed processes left half written or laid aside. What a live process uses
 * stays: it is young, or locked.
 *
 * @returns how many were removed
 */
export async function removeLeftovers(
  { root, blobs, uploads }: LeftoverFolders,
  leaving: Leaving,
): Promise<number> {
  const mayGo = async (path: string) => leaving.alone || await isOld(path);
  const counts = await Promise.all([
    removeWhere(root, ROOT_ASIDE, mayGo),
    removeWhere(blobs, TRIAL, mayGo),
    removeWhere(uploads, UPLOAD_ASIDE, mayGo),
    removeWhere(
      uploads,
      UPLOAD,
      async (path, name) => await mayGo(path) && !await leaving.isAnnounced(name),
    ),
    // The operator's commands write blobs beside a server.
    removeWhere(
      `${blobs}/${INCOMING}`,
      /./,
      async (path) => await mayGo(path) && await isFree(path),
    ),
    // Other programs' files are there as well, and other servers'.
    removeWhere(
      leaving.temporary ?? Deno.env.get("TMPDIR") ?? "/tmp",
      DOCUMENTATION,
      async (path) => await isOld(path) && await isOurs(path),
    ),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function removeWhere(
  folder: string,
  names: RegExp,
  mayGo: (path: string, name: string) => Promise<boolean>,
): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    const path = `${folder}/${name}`;
    try {
      if (!names.test(name) || !await mayGo(path, name)) continue;
      await Deno.remove(path, { recursive: true });
      removed++;
    } catch (error) {
      // Whoever laid it there has removed it meanwhile.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return removed;
}

/** What is in a folder; nothing where it was never made. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function isOld(path: string): Promise<boolean> {
  const { mtime } = await Deno.lstat(path);
  return mtime !== null && Date.now() - mtime.getTime() > OLD;
}

async function isOurs(path: string): Promise<boolean> {
  const { uid, isDirectory } = await Deno.lstat(path);
  return isDirectory && uid === Deno.uid();
}

/** True when no process holds the file or folder locked, as whoever writes it does. */
async function isFree(path: string): Promise<boolean> {
  using file = await Deno.open(path);
  return await file.tryLock(true);
}

/** A new folder that is its maker's while this is not disposed: no other process removes it. */
export async function makeAside(path: string): Promise<Disposable> {
  await Deno.mkdir(path, { mode: 0o700 });
  const held = await Deno.open(path);
  await held.tryLock(true);
  return held;
}

/**
 * Removes the folders beside `target` that {@link makeAside} made for one like it, in a process that
 * was killed since.
 *
 * @param kind what their names have between the target's and the end: `.partial-`
 */
export async function removeAbandoned(parent: string, kind: string): Promise<void> {
  const names = new RegExp(`\\${kind}${UUID}$`);
  await removeWhere(parent, names, isFree);
}
