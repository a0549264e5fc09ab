import type { DatabaseSync } from "node:sqlite";
import { VERSION } from "@svc/core/release";
import { shortHash } from "../files/digest.ts";
import { fileUrl, parentOf } from "../files/path.ts";
import { INSTALLATION } from "../files/installation.ts";
import { makeRoom } from "../files/make_room.ts";
import { filesBelowNow, listFilesBelow, listFolder } from "../files/read.ts";
import { infoOf } from "../files/stamp.ts";
import { isTemporary } from "../files/temporary.ts";
import { ownFolder } from "./deno_folder.ts";

/** Starts that are remembered; the one used least recently makes room. */
const KEPT = 24;

/** Bytes of one start; what is larger is not remembered. */
const LIMIT = 16 * 1024 * 1024;

/** Where our own code lies, sources and build: of what Deno compiled, only its is kept. */
const OWN = ["packages", "dist"].map((name) => `${INSTALLATION}/${name}`);

/** Is made again with each build. */
const BUILT = `${INSTALLATION}/dist/built`;

/** What a child starts with. */
export interface Start {
  /** Absolute path of what is loaded beside our own modules. */
  module: string;
  /** What Deno is told to run, when it is not that module: a `data:` URL. */
  main?: string;
}

/**
 * Fills a new `DENO_DIR` with what Deno compiled at an earlier start of the same modules, which
 * spares a run a third of its time. Without an earlier start nothing happens.
 *
 * @param folder where starts are kept
 */
export function restoreStart(
  start: Start,
  denoDir: string,
  folder: string | undefined = startFolder(),
): boolean {
  const kept = folderOf(start, folder);
  if (kept === undefined) return false;
  const files = filesBelowNow(kept);
  if (files.length === 0) return false;
  copyAll(kept, denoDir, files);
  try {
    const now = new Date();
    Deno.utimeSync(kept, now, now);
  } catch {
    // In an image that was filled beforehand it may be somebody else's, or not to be written.
  }
  return true;
}

/**
 * Remembers what Deno compiled in `denoDir` of `start` and of ours, for `restoreStart`; nothing else
 * that a module had Deno keep is taken over. It is in the person's own cache folder and never in a
 * repository: compiled code is run without being read again.
 */
export async function keepStart(
  start: Start,
  denoDir: string,
  folder: string | undefined = startFolder(),
): Promise<void> {
  const kept = folderOf(start, folder);
  if (kept === undefined) return;
  const caches = await cacheFiles(denoDir);
  const files = [...caches];
  for (const own of OWN.map((folder) => `gen/file${folder}`)) {
    const modules = await listFilesBelow(`${denoDir}/${own}`);
    files.push(...modules.map((file) => `${own}/${file}`));
  }
  let size = 0;
  for (const file of files) size += (await Deno.lstat(`${denoDir}/${file}`)).size;
  if (files.length === 0 || size > LIMIT) return;
  const aside = `${kept}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  await Deno.mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    copyAll(denoDir, aside, files);
    const { DatabaseSync } = await import("node:sqlite");
    for (const cache of caches.filter((file) => !file.endsWith("-wal"))) {
      using database = new DatabaseSync(`${aside}/${cache}`);
      keepOnly(database, start);
    }
    await Deno.rename(aside, kept);
  } catch (error) {
    await Deno.remove(aside, { recursive: true });
    throw error;
  }
  await makeRoom(parentOf(kept), KEPT);
}

/** What several bundles share is beside them under a name of this form. */
const CHUNK = `*-${"[A-Z0-9]".repeat(8)}.js`;

/**
 * Removes the rows of all modules but those of `start`, chunks and ours from one of Deno's caches, and
 * its log file.
 */
function keepOnly(database: DatabaseSync, { module, main = fileUrl(module) }: Start): void {
  const tables = database.prepare(
    "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c " +
      "WHERE m.type = 'table' AND c.name = 'specifier'",
  ).all();
  const folder = `${fileUrl(parentOf(module))}/`;
  const own = OWN.map((path) => `${fileUrl(path)}/`);
  const begins = "substr(specifier, 1, length(?)) = ?";
  for (const { name } of tables) {
    database.prepare(
      `DELETE FROM "${name}" WHERE specifier NOT IN (?, ?)` +
        ` AND NOT (${begins})`.repeat(own.length) +
        ` AND NOT (${begins} AND substr(specifier, length(?) + 1) GLOB ?)`,
    ).run(
      fileUrl(module),
      main,
      ...own.flatMap((url) => [url, url]),
      folder,
      folder,
      folder,
      CHUNK,
    );
  }
  // As Deno wants it, with statistics: to change it, it would wait for the disk a dozen times at each
  // start.
  database.exec("PRAGMA journal_mode = WAL; VACUUM; PRAGMA optimize = 0x10002");
}

/** Where starts are kept, or undefined for a person without a home. */
function startFolder(): string | undefined {
  const own = ownFolder();
  return own === undefined ? undefined : `${own}/start`;
}

function folderOf(start: Start, folder: string | undefined): string | undefined {
  // Of a trial run's own repository, it would take the place of one that is used again.
  if (folder === undefined || isTemporary(start.module)) return undefined;
  // What was compiled of an earlier build helps no more. Some installers give all files one time.
  const built = infoOf(BUILT)?.mtime;
  return `${folder}/${shortHash(JSON.stringify([Deno.version, VERSION, OWN, built, start]))}`;
}

/** Deno's caches of analysis and compiled code. */
async function cacheFiles(denoDir: string): Promise<string[]> {
  return (await listFolder(denoDir))
    .filter((entry) => entry.isFile && /_cache_v\d+(-wal)?$/.test(entry.name))
    .map((entry) => entry.name);
}

/** At once: threads take longer to wake than the few files to copy. */
function copyAll(from: string, to: string, files: readonly string[]): void {
  const folders = new Set(files.map((file) => file.slice(0, Math.max(file.lastIndexOf("/"), 0))));
  for (const folder of folders) Deno.mkdirSync(`${to}/${folder}`, { recursive: true });
  for (const file of files) Deno.copyFileSync(`${from}/${file}`, `${to}/${file}`);
}
