import { SvcError } from "@svc/core/error";

/** Where the embedded store keeps what, under `SVC_DATA`. A copy of the folder is a backup. */
export interface DataFolder {
  root: string;
  database: string;
  blobs: string;
  uploads: string;
  secret: string;
  lock: string;
}

/** The data folder as one process has it to itself, until it is disposed or the process ends. */
export type FolderClaim = Disposable;

/** The paths of the data folder at `root`; nothing is created. */
export function dataFolder(root: string): DataFolder {
  return {
    root,
    database: `${root}/svc.db`,
    blobs: `${root}/blobs`,
    uploads: `${root}/uploads`,
    secret: `${root}/secret`,
    lock: `${root}/lock`,
  };
}

/**
 * Creates what is missing of the data folder; readable by its owner only.
 *
 * @throws SvcError `unavailable` when the folder cannot be made or written.
 */
export async function createDataFolder(folder: DataFolder): Promise<void> {
  try {
    for (const path of [folder.root, folder.blobs, folder.uploads]) {
      await Deno.mkdir(path, { recursive: true, mode: 0o700 });
    }
    // SQLite gives its journal the mode of the database.
    (await Deno.open(folder.database, { create: true, write: true, mode: 0o600 })).close();
  } catch (error) {
    throw unusable(folder, error);
  }
}

/**
 * Claims the data folder for this process: what one server keeps in memory, revoked credentials and
 * prepared answers, would go on being good in another. The system ends the claim with the process,
 * however it ends.
 *
 * @throws SvcError `unavailable` while another process has it, or when that cannot be told.
 */
export async function claimDataFolder(folder: DataFolder): Promise<FolderClaim> {
  let file: Deno.FsFile | undefined;
  let claimed: boolean;
  try {
    file = await Deno.open(folder.lock, { create: true, write: true, mode: 0o600 });
    claimed = await file.tryLock(true);
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

/**
 * The server's secret: the one in the folder, or a fresh one written there with mode 0600.
 * Two servers that start at once agree, as the file is created exclusively.
 */
export async function readOrCreateSecret(folder: DataFolder): Promise<string> {
  const fresh = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const aside = `${folder.secret}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(aside, fresh, { createNew: true, mode: 0o600 });
  try {
    // A hard link appears whole or not at all, and fails when the secret exists.
    await Deno.link(aside, folder.secret);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  } finally {
    await Deno.remove(aside);
  }
  return (await Deno.readTextFile(folder.secret)).trim();
}
