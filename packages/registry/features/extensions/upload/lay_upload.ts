import { LIMITS } from "@svc/core/limit";
import type { Services } from "../../../access/services.ts";
import type { UploadFile } from "../../../platform/store/blobs/mod.ts";
import type { Actor } from "../record/actor.ts";
import { assertMayUpload, noBytes } from "./store_upload.ts";
import type {} from "../record/tables.ts";

/** Announcements of one version whose bytes are looked for, newest first. */
const MOST_ANNOUNCEMENTS = 5;

/** An upload that was laid down for a confirmation. */
export interface LaidUpload extends UploadFile {
  id: string;
}

/** True for the id of an announcement, whose upload may still be confirmed. */
export async function isAnnounced(db: Services["db"], id: string): Promise<boolean> {
  const row = await db.selectFrom("upload").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/**
 * The caller's newest upload of a version whose bytes arrived, wherever they were sent to, as a file;
 * undefined without one. How much it is, is known before anything of it is read.
 *
 * @throws SvcError `archive_too_large`, `archive_invalid` for no bytes
 */
export async function layUpload(
  { db, uploads, now }: Pick<Services, "db" | "uploads" | "now">,
  { name, version }: { name: string; version: string },
  actor: Actor,
): Promise<LaidUpload | undefined> {
  const announced = await db.selectFrom("upload").select("id")
    .where("name", "=", name).where("version", "=", version).where("actor", "=", actor.key)
    .where("expires_at", ">", now().toISOString())
    .orderBy("created_at", "desc").limit(MOST_ANNOUNCEMENTS).execute();
  for (const { id } of announced) {
    const bytes = await uploads.size(id);
    if (bytes === undefined) continue;
    if (bytes > LIMITS.archive.packedBytes) await uploads.remove(id);
    assertMayUpload(bytes);
    if (bytes === 0) throw noBytes();
    const file = await uploads.lay(id, LIMITS.archive.packedBytes);
    return file && { ...file, id };
  }
  return undefined;
}
