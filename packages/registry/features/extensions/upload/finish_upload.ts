import type { Services } from "../../../access/services.ts";
import type { Actor } from "../../../access/audit/actor.ts";
import type { LaidUpload } from "./lay_upload.ts";

/**
 * Removes the bytes of an upload whose version is published. What they were stays known for as long
 * as the announcement, so that a confirmation whose answer was lost can be repeated. The version is
 * published whatever fails here; bytes that stay are what a repeated confirmation finds, and a sweep
 * removes them.
 */
export async function finishUpload(
  { db, uploads, log }: Pick<Services, "db" | "uploads" | "log">,
  { id, checksum, bytes }: Pick<LaidUpload, "id" | "checksum" | "bytes">,
): Promise<void> {
  try {
    await db.updateTable("upload").set({ checksum, bytes }).where("id", "=", id).execute();
    await uploads.remove(id);
  } catch (error) {
    log.warn("upload.unfinished", { id, error: String(error) });
  }
}

/** The checksum of the caller's newest upload of a version, whose bytes may be gone. */
export async function uploadedChecksum(
  { db, now }: Pick<Services, "db" | "now">,
  { name, version }: { name: string; version: string },
  actor: Actor,
): Promise<string | undefined> {
  const row = await db.selectFrom("upload").select("checksum")
    .where("name", "=", name).where("version", "=", version).where("actor", "=", actor.key)
    .where("checksum", "is not", null).where("expires_at", ">", now().toISOString())
    .orderBy("created_at", "desc").limit(1).executeTakeFirst();
  return row?.checksum ?? undefined;
}
