import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { PushRequest } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import {
  LongUpload,
  type UploadFile,
  type UploadStore,
} from "../../../platform/store/blobs/mod.ts";
import type { Actor } from "../../../access/audit/actor.ts";
import { archiveTooLarge, noBytes } from "./store_upload.ts";

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
 * @throws SvcError `archive_too_large`, `archive_invalid` for no bytes, `checksum_mismatch` for other
 *   bytes than were announced
 */
export async function layUpload(
  { db, uploads, now }: Pick<Services, "db" | "uploads" | "now">,
  { name, version }: { name: string; version: string },
  actor: Actor,
): Promise<LaidUpload | undefined> {
  const announced = await db.selectFrom("upload").select(["id", "announcement"])
    .where("name", "=", name).where("version", "=", version).where("actor", "=", actor.key)
    .where("expires_at", ">", now().toISOString())
    .orderBy("created_at", "desc").limit(MOST_ANNOUNCEMENTS).execute();
  for (const { id, announcement } of announced) {
    const bytes = await uploads.size(id);
    if (bytes === undefined) continue;
    if (bytes > LIMITS.archive.packedBytes) throw await removed(uploads, id);
    if (bytes === 0) throw noBytes();
    const file = await uploads.lay(id, LIMITS.archive.packedBytes).catch(async (error) => {
      // A larger one has taken its place since its size was asked for.
      throw error instanceof LongUpload ? await removed(uploads, id) : error;
    });
    const checksum = PushRequest.shape.checksum.parse(JSON.parse(announcement).checksum);
    if (file && file.checksum !== (checksum ?? file.checksum)) {
      await file[Symbol.asyncDispose]();
      throw new SvcError("checksum_mismatch", "What was uploaded is not the archive announced", {
        hint:
          `Upload the archive with the SHA-256 ${checksum} to the same address, and confirm again.`,
      });
    }
    return file && { ...file, id };
  }
  return undefined;
}

/** The refusal of an upload that is too large, and is gone. */
async function removed(uploads: UploadStore, id: string): Promise<SvcError> {
  await uploads.remove(id);
  return archiveTooLarge();
}
