import { SvcError } from "@svc/core/error";
import { makeFolder } from "../store/durable.ts";

/** Where the embedded store keeps what, under `SVC_DATA`. A copy of the folder is a backup. */
export interface DataFolder {
  root: string;
  database: string;
  /** How many commits of the database were acknowledged. */
  acknowledged: string;
  blobs: string;
  uploads: string;
  secret: string;
  /** Tells this folder of archives from others that the same database might be given. */
  identity: string;
  lock: string;
}

/** The data folder as one process has it to itself, until it is disposed or the process ends. */
export type FolderClaim = Disposable;

/** The paths of the data folder at `root`; nothing is created. */
export function dataFolder(root: string): DataFolder {
  return {
    root,
    database: `${root}/svc.db`,
    acknowledged: `${root}/acknowledged`,
    blobs: `${root}/blobs`,
    uploads: `${root}/uploads`,
    secret: `${root}/secret`,
    identity: `${root}/archives-id`,
    lock: `${root}/lock`,
  };
}

/** Who else comes into the data folder. */
export interface DataFolderOptions {
  /** True when a proxy of the owner's group reads archives: it may pass to them, and list nothing. */
  proxyReads?: boolean;
}

/** What the group may do with a path of the data folder, as mode bits; others may do nothing. */
export function groupMode(
  folder: DataFolder,
  path: string,
  { proxyReads = false }: DataFolderOptions,
): number {
  return proxyReads && (path === folder.root || path === folder.blobs) ? 0o010 : 0;
}

/**
 * Creates what is missing of the data folder, and takes away what other users may do with the rest:
 * what is in it is its owner's alone.
 *
 * @returns the paths that others could read or write until now
 * @throws SvcError `validation_failed` for a path with a comma, and for a folder below `/dev`, `/proc` or
 *   `/sys`; `unavailable` when the folder cannot
 *   be made or written, or when others may read the secret or the database and this user cannot
 *   change that
 */
export async function createDataFolder(
  folder: DataFolder,
  options: DataFolderOptions = {},
): Promise<string[]> {
  assertReadable("SVC_DATA", folder.root);
  assertReadable("TMPDIR", Deno.env.get("TMPDIR") ?? "");
  try {
    for (const path of [folder.root, folder.blobs, folder.uploads]) await makeFolder(path);
    // SQLite gives its journal the mode of the database.
    (await Deno.open(folder.database, { create: true, write: true, mode: 0o600 })).close();
    return await closeToOthers(folder, options);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/**
 * Archives are read by processes that may read these folders alone: a flag of Deno has no comma in a path,
 * and opens nothing below the folders of the system to a process that may not do everything.
 */
function assertReadable(setting: string, path: string): void {
  if (/^\/(?:dev|proc|sys)(?:\/|$)/.test(path)) {
    throw new SvcError("validation_failed", `${setting} is below a folder of the system: ${path}`, {
      hint:
        `Archives could not be checked there. Set ${setting} to another folder, such as /var/tmp.`,
    });
  }
  if (!path.includes(",")) return;
  throw new SvcError("validation_failed", `${setting} has a comma in its path: ${path}`, {
    hint: `Set ${setting} to a folder without one.`,
  });
}

async function closeToOthers(folder: DataFolder, options: DataFolderOptions): Promise<string[]> {
  const closed: string[] = [];
  for (const path of [folder.root, folder.blobs, folder.uploads, folder.database, folder.secret]) {
    const mode = await modeOf(path);
    const wanted = mode & 0o700 | groupMode(folder, path, options);
    if (mode === 0 || mode === wanted) continue;
    try {
      await Deno.chmod(path, wanted);
      if ((mode & 0o077 & ~wanted) !== 0) closed.push(path);
    } catch (error) {
      // A volume may belong to another user; what is in it is closed by itself.
      const holdsSecrets = path === folder.database || path === folder.secret;
      if (holdsSecrets || !(error instanceof Deno.errors.PermissionDenied)) throw error;
    }
  }
  return closed;
}

/** The permission bits; 0 for what is not there, and where there are none. */
async function modeOf(path: string): Promise<number> {
  try {
    return ((await Deno.stat(path)).mode ?? 0) & 0o777;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

/**
 * Claims the data folder for this process. With `alone` no other may have it: the embedded store
 * has one server. Without, several servers that share a database share the folder of archives, and
 * only one that wants it alone is kept out. The system ends the claim with the process, however it
 * ends.
 *
 * @throws SvcError `unavailable` while another process has it, or when that cannot be told.
 */
export async function claimDataFolder(
  folder: DataFolder,
  { alone }: { alone: boolean } = { alone: true },
): Promise<FolderClaim> {
  let file: Deno.FsFile | undefined;
  let claimed: boolean;
  try {
    file = await Deno.open(folder.lock, { create: true, write: true, mode: 0o600 });
    claimed = await file.tryLock(alone);
  } catch (error) {
    file?.close();
    throw unusable(folder, error);
  }
  if (claimed) return file;
  file.close();
  throw new SvcError("unavailable", `Another registry is using the data folder ${folder.root}`, {
    hint: "Stop it first, or set SVC_DATA to another folder.",
  });
}

function unusable(folder: DataFolder, cause: unknown): SvcError {
  return new SvcError(
    "unavailable",
    `The data folder ${folder.root} cannot be used: ${(cause as Error).message}`,
    { hint: "Set SVC_DATA to a folder that this user may write, on a disk with room.", cause },
  );
}

/** The server's secret: the one in the folder, or a fresh one written there with mode 0600. */
export async function readOrCreateSecret(folder: DataFolder): Promise<string> {
  return await readOrCreate(folder.secret);
}

/** The name by which a database knows this folder; made with the first use. */
export async function readOrCreateIdentity(folder: DataFolder): Promise<string> {
  return await readOrCreate(folder.identity);
}

/** Two servers that start at once agree, as the file is created exclusively. */
async function readOrCreate(path: string): Promise<string> {
  const fresh = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const aside = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(aside, fresh, { createNew: true, mode: 0o600 });
  try {
    // A hard link appears whole or not at all, and fails when the file exists.
    await Deno.link(aside, path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    await Deno.remove(aside);
  }
  return (await Deno.readTextFile(path)).trim();
}
