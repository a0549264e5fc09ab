/** Why a place may not be written, in words for the person who named it. */
export class RefusedPlace extends Error {
  override name = "RefusedPlace";
}

/** Age at which a file beside a place belongs to no run any more: no run takes as long. */
const LEFT_OVER_MS = 24 * 3_600_000;

/**
 * Puts a file in place so that a reader sees the old one or the new one, never a part: it is
 * written beside its place, brought to the disk and renamed. The mode of a file that is replaced is
 * kept. Folders that are missing are made. When anything fails, what was there stays as it was and
 * nothing is left beside it.
 *
 * @param path absolute
 * @param content in pieces; when it throws, the file stays as it was
 * @returns the bytes written
 * @throws RefusedPlace for a symbolic link or a folder in that place, and for a link on the way to it.
 */
export async function replaceFile(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const before = await regularFileAt(path);
  const folder = folderOf(path);
  await Deno.mkdir(folder, { recursive: true });
  const name = path.slice(path.lastIndexOf("/") + 1);
  // Short whatever the name is: the longest names leave no room for an ending.
  const prefix = `.svc-${await shortDigest(name)}-`;
  await removeLeftOver(folder, prefix);
  const aside = `${folder}/${prefix}${crypto.randomUUID()}`;
  try {
    const bytes = await writeSynced(aside, content, before?.mode ?? undefined);
    await Deno.rename(aside, path);
    return bytes;
  } catch (error) {
    await Deno.remove(aside).catch(() => {});
    throw error;
  }
}

/**
 * What is known of the regular file in a place; undefined when nothing is there.
 *
 * @throws RefusedPlace for a symbolic link or a folder in that place, and for a link on the way to it.
 */
export async function regularFileAt(path: string): Promise<Deno.FileInfo | undefined> {
  let granted = false;
  for (const folder of foldersOnTheWay(path)) {
    if (!await mayRead(folder, granted)) continue;
    granted = true;
    const info = await Deno.lstat(folder).catch(unlessAbsent);
    if (info?.isSymlink) {
      throw new RefusedPlace(
        `${folder}, on the way to ${path}, is a symbolic link. Name the folder that it points to`,
      );
    }
    if (info && !info.isDirectory) throw new RefusedPlace(`${folder} is not a folder`);
  }
  await mayRead(path, granted);
  const info = await Deno.lstat(path).catch(unlessAbsent);
  if (info?.isSymlink) {
    throw new RefusedPlace(`${path} is a symbolic link, and its target is not replaced`);
  }
  if (info && !info.isFile) throw new RefusedPlace(`${path} exists and is not a file`);
  return info;
}

/**
 * Asks before looking: a look that is refused would be told to the person as something to grant.
 *
 * @param granted true when a folder above it is
 * @throws RefusedPlace for what svc has closed in a granted folder: a link that leads out of it.
 */
async function mayRead(path: string, granted: boolean): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "read", path });
  if (state === "granted") return true;
  if (!granted) return false;
  throw new RefusedPlace(
    `${path} is a symbolic link to a path that was not granted. Name the path itself`,
  );
}

/** A run that was killed left its file beside the place. One that still writes is younger. */
async function removeLeftOver(folder: string, prefix: string): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !name.startsWith(prefix)) continue;
    const info = await Deno.lstat(`${folder}/${name}`).catch(unlessAbsent);
    if (info?.mtime && Date.now() - info.mtime.getTime() > LEFT_OVER_MS) {
      await Deno.remove(`${folder}/${name}`).catch(unlessAbsent);
    }
  }
}

async function writeSynced(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  mode: number | undefined,
): Promise<number> {
  using file = await Deno.open(path, { write: true, createNew: true });
  let bytes = 0;
  for await (const piece of content) {
    for (let at = 0; at < piece.byteLength;) at += await file.write(piece.subarray(at));
    bytes += piece.byteLength;
  }
  await file.sync();
  if (mode !== undefined && Deno.build.os !== "windows") await Deno.chmod(path, mode & 0o777);
  return bytes;
}

/** The folders that lead to a path, the nearest last; without the root. */
function foldersOnTheWay(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof Deno.errors.NotFound) return undefined;
  throw error;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

async function shortDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).slice(0, 4).toHex();
}
