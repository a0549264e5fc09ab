import { nameProblem } from "@svc/core/text";
import { absolutePath, relativeInside } from "../base/files/path.ts";
import { listFolder, lstatIfPresent } from "../base/files/read.ts";
import { ownPath } from "../repository/links.ts";

/** Why something of a source folder is not taken, in words. */
export interface Refusal {
  why: string;
}

/**
 * The bytes of a regular file; a refusal for anything else in its place. No link is followed, and
 * nothing that could be waited for is opened.
 *
 * @param limit bytes
 */
export async function readRegular(path: string, limit: number): Promise<Uint8Array | Refusal> {
  using file = await openRegular(path);
  if ("why" in file) return file;
  const { size } = await file.stat();
  if (size > limit) return { why: `it has ${size} bytes; at most ${limit} are read` };
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const read = await file.read(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** A regular file opened for reading, or why it is not opened. Dispose either. */
export async function openRegular(path: string): Promise<Deno.FsFile | (Refusal & Disposable)> {
  const refused = (why: string) => ({ why, [Symbol.dispose]() {} });
  const before = await lstatIfPresent(path);
  if (before === undefined) return refused("it no longer exists");
  if (before.isSymlink) return refused("it is a symbolic link");
  if (!before.isFile) return refused("it is not a regular file");
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return refused("you may not read it");
    throw error;
  }
  const opened = await file.stat();
  if (opened.isFile && opened.ino === before.ino && opened.dev === before.dev) return file;
  file.close();
  return refused("it was replaced while it was read");
}

/** A file below a folder of the source, or something in its place that is not taken. */
interface SourceEntry extends Partial<Refusal> {
  /** Relative to the folder. */
  path: string;
  /** Of a symbolic link: where it leads by its text, relative to the root; absent for one that leads out. */
  target?: string;
}

/**
 * True for a link to what the old tool keeps in its own folder: earlier releases made such links for
 * people to find it, and what they lead to is taken or listed itself.
 */
export function isView({ state }: { state: string }, target: string | undefined): boolean {
  return target?.startsWith(`${state}/`) ?? false;
}

/** Folders in folders; a deeper tree was not made by a person. */
const DEEPEST = 20;

/** What keeps an empty folder in git, and what desktops leave behind. */
const SILENT: readonly string[] = [".gitkeep", ".gitignore", ".DS_Store", "Thumbs.db"];

/** Files of one kind; more are no repository. */
const MOST_FILES = 100_000;

/**
 * The files below a folder, sorted. Hidden ones, folders of packages, links, pipes
 * and names that people cannot read come with the reason why they are not taken.
 *
 * @param root absolute path of the source
 * @param folder relative to it
 */
export async function sourceFiles(root: string, folder: string): Promise<SourceEntry[]> {
  const start = await plainFolder(root, folder);
  if (start === undefined) return [];
  if (typeof start !== "string") return [{ path: "", ...start }];
  const found: SourceEntry[] = [];
  const walk = async (below: string, depth: number): Promise<void> => {
    for (const entry of await listFolder(below === "" ? start : `${start}/${below}`)) {
      if (found.length >= MOST_FILES) return;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (SILENT.includes(entry.name)) continue;
      const unseen = nameProblem(entry.name);
      if (unseen !== undefined) found.push({ path, why: `its name ${unseen}` });
      else if (entry.name.startsWith(".")) found.push({ path, why: "it is hidden" });
      else if (entry.name === "node_modules") found.push({ path, why: "packages come from npm" });
      else if (entry.isSymlink) {
        const folder = below === "" ? start : `${start}/${below}`;
        const target = await linkTarget(root, folder, entry.name);
        found.push({ path, why: "it is a symbolic link", ...target });
      } else if (entry.isDirectory) {
        if (depth < DEEPEST) await walk(path, depth + 1);
        else found.push({ path, why: "it is too deep" });
      } else found.push(entry.isFile ? { path } : { path, why: "it is not a regular file" });
    }
  };
  await walk("", 0);
  return found;
}

/** Where a link leads by its text alone, relative to the root. Nothing there is looked at. */
async function linkTarget(root: string, folder: string, name: string) {
  try {
    const text = await Deno.readLink(`${folder}/${name}`);
    const target = relativeInside(root, absolutePath(text, folder));
    return target === undefined ? {} : { target };
  } catch {
    return {};
  }
}

/**
 * The absolute path of a folder of the source, undefined when there is none, and a refusal when a link
 * stands in its place or above it.
 */
export async function plainFolder(
  root: string,
  folder: string,
): Promise<string | undefined | Refusal> {
  try {
    const path = ownPath(root, folder);
    return (await lstatIfPresent(path))?.isDirectory ? path : undefined;
  } catch {
    return { why: "a symbolic link is in its place" };
  }
}
