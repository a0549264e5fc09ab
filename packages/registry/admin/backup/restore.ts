import { SvcError } from "@svc/core/error";
import { dirname } from "node:path";
import { sql } from "kysely";
import { EARLIER } from "../../earlier.ts";
import { MIGRATIONS } from "../../migrations.ts";
import { claimDataFolder, type DataFolder, dataFolder } from "../../platform/config/data_folder.ts";
import { storeFailure } from "../../platform/store/damage.ts";
import { syncPath } from "../../platform/store/durable.ts";
import { makeAside, removeAbandoned } from "../../platform/store/leftovers.ts";
import type { Trx } from "../../platform/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { readThrough, writeStream } from "./copy.ts";
import { type BackupManifest, backupPaths, readManifest } from "./manifest.ts";

/** What a restore is given. */
export interface RestoreOptions {
  backup: string;
  /** The data folder to make; absent or empty. */
  data: string;
  /** The server's secret as it was; undefined when it is lost, or given by SVC_SECRET. */
  secret: string | undefined;
  /** True when the signing keys of the backup stay good: the secret is the one of then. */
  keepsSecret: boolean;
  /** What becomes of the registry's log, where the backup has one; called with the restored database. */
  log(trx: Trx): Promise<void>;
}

/**
 * Makes a data folder of a backup. All of the backup is read and compared with its checksums before
 * anything is written; the folder appears when it is complete.
 *
 * @throws SvcError `unavailable` while a server uses the folder; `already_exists` when it holds
 *   anything; `checksum_mismatch` for a damaged backup; `conflict` for one of a newer release
 */
export async function restore(
  { backup, data, secret, keepsSecret, log }: RestoreOptions,
): Promise<BackupManifest> {
  const target = data.replace(/\/+$/, "");
  for (const parent of [dirname(target), target]) await removeAbandoned(parent, ".restoring-");
  const there = await assertEmpty(dataFolder(target));
  const manifest = await readManifest(backup);
  await verify(backup, manifest);
  // A folder that is there may be a volume: nothing can take its place, and not all may write beside it.
  const aside = `${target}${there ? "/" : ""}.restoring-${crypto.randomUUID()}`;
  const folder = dataFolder(aside);
  await Deno.mkdir(dirname(aside), { recursive: true });
  using _held = await makeAside(aside);
  try {
    await copyAll(backup, manifest, folder);
    await prepare(folder.database, { keepsSecret, log });
    if (secret !== undefined) {
      await Deno.writeTextFile(folder.secret, secret, { createNew: true, mode: 0o600 });
    }
    await syncPath(aside);
    if (there) await moveInto(aside, target);
    else await Deno.rename(aside, target);
    await syncPath(there ? target : dirname(target));
    return manifest;
  } catch (error) {
    await Deno.remove(aside, { recursive: true }).catch(() => undefined);
    throw storeFailure(error, folder.database) ?? error;
  }
}

/** Moves a complete folder's content, the database last: without one there is nothing to serve. */
async function moveInto(aside: string, target: string): Promise<void> {
  await Deno.chmod(target, 0o700);
  const { database } = dataFolder(aside);
  const paths = (await Array.fromAsync(Deno.readDir(aside))).map(({ name }) => `${aside}/${name}`);
  for (const path of [...paths.filter((path) => path !== database), database]) {
    await Deno.rename(path, `${target}${path.slice(aside.length)}`);
  }
  await Deno.remove(aside);
}

/** @returns whether the folder is there */
async function assertEmpty(folder: DataFolder): Promise<boolean> {
  let names: string[];
  try {
    names = (await Array.fromAsync(Deno.readDir(folder.root))).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (names.includes("lock")) (await claimDataFolder(folder))[Symbol.dispose]();
  if (names.length === 0) return true;
  throw new SvcError("already_exists", `The data folder ${folder.root} is not empty`, {
    hint: "Set SVC_DATA to a new folder. Start the server with it once the restore is done.",
  });
}

async function verify(backup: string, manifest: BackupManifest): Promise<void> {
  const paths = backupPaths(backup);
  await assertFile(paths.database, manifest.database);
  for (const archive of manifest.archives) {
    await assertFile(blobPath(paths.blobs, archive.sha256), archive);
  }
}

async function assertFile(
  path: string,
  expected: { sha256: string; bytes: number },
): Promise<void> {
  let why: string;
  try {
    const found = await readThrough(path);
    if (found.sha256 === expected.sha256 && found.bytes === expected.bytes) return;
    why = "is not what the backup's manifest says";
  } catch (error) {
    why = `cannot be read: ${(error as Error).message}`;
  }
  throw new SvcError("checksum_mismatch", `The backup is damaged: ${path} ${why}`, {
    hint: "Nothing was written. Use another backup.",
  });
}

async function copyAll(
  backup: string,
  manifest: BackupManifest,
  folder: DataFolder,
): Promise<void> {
  const paths = backupPaths(backup);
  const copy = async (from: string, to: string) =>
    await writeStream((await Deno.open(from)).readable, to);
  await copy(paths.database, folder.database);
  for (const path of [folder.blobs, folder.uploads]) await Deno.mkdir(path, { mode: 0o700 });
  const shelves = new Set<string>();
  for (const { sha256 } of manifest.archives) {
    const to = blobPath(folder.blobs, sha256);
    const shelf = dirname(to);
    if (!shelves.has(shelf)) await Deno.mkdir(shelf, { mode: 0o700 });
    shelves.add(shelf);
    await copy(blobPath(paths.blobs, sha256), to);
  }
  for (const shelf of shelves) await syncPath(shelf);
}

/** Checks the database, and ends what the secret protected when that is another one now. */
async function prepare(
  path: string,
  { keepsSecret, log }: Pick<RestoreOptions, "keepsSecret" | "log">,
): Promise<void> {
  const db = openSqlite(path);
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const known = { ...EARLIER, ...MIGRATIONS };
    const newer = rows.filter(({ name }) => !Object.hasOwn(known, name));
    if (newer.length > 0) {
      throw new SvcError("conflict", "The backup is from a newer release", {
        hint: "Restore it with the release that made it, or a newer one.",
      });
    }
    // Announced and not confirmed: the uploads are not in a backup.
    await sql`delete from upload`.execute(db);
    // Backups of earlier releases have them; some may have been ended since.
    await sql`delete from session`.execute(db);
    await sql`delete from account_link`.execute(db);
    await sql`delete from pending_sign_in`.execute(db);
    if (rows.some(({ name }) => name === "1044_registry_log")) await inTransaction(db, log);
    if (keepsSecret) return;
    // Kept encrypted under the secret; the server makes new ones.
    await sql`delete from jwks`.execute(db);
  } finally {
    await db.destroy();
  }
}

function blobPath(root: string, sha256: string): string {
  return `${root}/${sha256.slice(0, 2)}/${sha256}`;
}
