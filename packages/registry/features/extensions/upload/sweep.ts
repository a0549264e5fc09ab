import { LIMITS } from "@svc/core/limit";
import type { Services } from "../../../access/services.ts";
import type {} from "../record/tables.ts";

/** An archive no version names is kept this long: a publication may be about to name it. */
const ORPHAN_AGE = 4 * LIMITS.uploadLifetimeMs;

/** What a sweep removed. */
export interface Swept {
  uploads: number;
  files: number;
  blobs: number;
}

/**
 * Removes what interrupted publications left: uploads past their time with their files, and
 * archives that no version names.
 */
export async function sweepUploads(services: Services): Promise<Swept> {
  const { db, now } = services;
  const gone = await db.deleteFrom("upload").where("expires_at", "<", now().toISOString())
    .returning("id").execute();
  return {
    uploads: gone.length,
    files: await sweepUploadFiles(services),
    blobs: await sweepBlobs(services),
  };
}

/** Files without an announcement, and the asides of uploads that broke off. */
async function sweepUploadFiles({ db, folder, now }: Services): Promise<number> {
  let removed = 0;
  for await (const { name } of Deno.readDir(folder.uploads)) {
    const path = `${folder.uploads}/${name}`;
    const known = await db.selectFrom("upload").select("id").where("id", "=", name)
      .executeTakeFirst();
    if (known || await isYoung(path, LIMITS.uploadLifetimeMs, now())) continue;
    await Deno.remove(path).catch(() => undefined);
    removed++;
  }
  return removed;
}

async function sweepBlobs({ db, blobs, now }: Services): Promise<number> {
  let removed = 0;
  for await (const { checksum, storedAt } of blobs.list()) {
    if (now().getTime() - storedAt.getTime() < ORPHAN_AGE) continue;
    const named = await db.selectFrom("extension_version").select("id")
      .where("checksum", "=", checksum).limit(1).executeTakeFirst();
    if (named) continue;
    await blobs.remove(checksum);
    removed++;
  }
  return removed;
}

async function isYoung(path: string, age: number, now: Date): Promise<boolean> {
  try {
    const { mtime } = await Deno.stat(path);
    return mtime !== null && now.getTime() - mtime.getTime() < age;
  } catch {
    return true;
  }
}
