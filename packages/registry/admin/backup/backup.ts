import { SvcError } from "@svc/core/error";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { VERSION } from "../../platform/config/version.ts";
import { isDamagedBlob } from "../../platform/store/blobs/mod.ts";
import { syncPath } from "../../platform/store/durable.ts";
import { makeAside, removeAbandoned } from "../../platform/store/leftovers.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import type { BesideServer } from "../beside/open.ts";
import { readThrough, writeStream } from "./copy.ts";
import { type BackupManifest, backupPaths } from "./manifest.ts";
import { namedArchives } from "../../features/extensions/archive/named.ts";

/** What of the data folder is left out, as it opens doors or is not published yet. */
export const LEFT_OUT = ["secret", "catalogue-account.json", "uploads/"] as const;

/**
 * Backs a registry up into a new folder, while it serves: first the database as it stands at one
 * moment, then every archive which that names. Archives are only ever added, so a publication
 * meanwhile is in the backup whole or not at all. The folder appears when it is complete.
 *
 * @throws SvcError `already_exists` when the folder is there; `storage_full`
 */
export async function backUp(
  { db, blobs }: Pick<BesideServer, "db" | "blobs">,
  target: string,
  now: Date,
): Promise<BackupManifest> {
  await assertFree(target);
  const aside = `${target}.partial-${crypto.randomUUID()}`;
  const paths = backupPaths(aside);
  await removeAbandoned(dirname(target), ".partial-");
  using _held = await makeAside(aside);
  try {
    (await Deno.open(paths.database, { createNew: true, write: true, mode: 0o600 })).close();
    await sql`vacuum into ${paths.database}`.execute(db);
    leaveOutSessions(paths.database);
    await syncPath(paths.database);
    const copied = await copyArchives(blobs, paths.database, paths.blobs);
    const manifest: BackupManifest = {
      format: 1,
      version: VERSION,
      createdAt: now.toISOString(),
      database: await readThrough(paths.database),
      ...copied,
    };
    const text = new Blob([`${JSON.stringify(manifest, undefined, 2)}\n`]);
    await writeStream(text.stream(), paths.manifest);
    await syncPath(aside);
    await assertFree(target);
    await Deno.rename(aside, target);
    await syncPath(dirname(target));
    return manifest;
  } catch (error) {
    await Deno.remove(aside, { recursive: true }).catch(() => undefined);
    throw error;
  }
}

/** Takes out of a copy what lets somebody in as it stands there. Keys and tokens are kept as hashes. */
function leaveOutSessions(database: string): void {
  const copy = new DatabaseSync(database);
  try {
    // Deleted rows are overwritten; tokens that name their session lose that reference.
    copy.exec(`pragma foreign_keys = on; pragma secure_delete = on; begin;
      delete from session; delete from deviceCode; delete from verification;
      delete from account_link; delete from pending_sign_in; commit`);
  } finally {
    copy.close();
  }
}

async function copyArchives(
  blobs: BesideServer["blobs"],
  database: string,
  folder: string,
): Promise<Pick<BackupManifest, "archives" | "missing">> {
  await Deno.mkdir(folder, { mode: 0o700 });
  const archives: BackupManifest["archives"] = [];
  const missing: string[] = [];
  const shelves = new Set<string>();
  for (const checksum of await archivesOf(database)) {
    const shelf = `${folder}/${checksum.slice(0, 2)}`;
    if (!shelves.has(shelf)) await Deno.mkdir(shelf, { mode: 0o700 });
    shelves.add(shelf);
    const blob = await blobs.read(checksum).catch(noneWhenDamaged);
    const path = `${shelf}/${checksum}`;
    const copied = blob && await writeStream(blob.body, path);
    if (copied?.sha256 === checksum) {
      archives.push(copied);
      continue;
    }
    if (copied) await Deno.remove(path);
    missing.push(checksum);
  }
  for (const shelf of shelves) await syncPath(shelf);
  return { archives, missing };
}

function noneWhenDamaged(error: unknown): undefined {
  if (!isDamagedBlob(error)) throw error;
}

/** The archives that a copy of the database names. */
async function archivesOf(database: string): Promise<string[]> {
  const copy = openSqlite(database, { readOnly: true });
  try {
    const rows = await namedArchives(copy).orderBy("named.checksum").execute();
    return rows.map(({ checksum }) => checksum);
  } finally {
    await copy.destroy();
  }
}

async function assertFree(target: string): Promise<void> {
  try {
    await Deno.lstat(target);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  throw new SvcError("already_exists", `${target} already exists`, {
    hint: "Give a folder that does not exist yet.",
  });
}
