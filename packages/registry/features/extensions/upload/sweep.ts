import { LIMITS } from "@svc/core/limit";
import type { Services } from "../../../access/services.ts";
import { removeOlderFiles } from "../../../platform/store/blobs/mod.ts";
import { LONGEST_ANALYSIS_MS } from "../analysis/mod.ts";
import type {} from "../record/tables.ts";

/**
 * Removes what interrupted publications left: uploads past their time with their bytes, and what lay
 * aside for another process.
 */
export async function sweepUploads(services: Services) {
  const { db, now } = services;
  const gone = await db.deleteFrom("upload").where("expires_at", "<", now().toISOString())
    .returning("id").execute();
  return {
    uploads: gone.length,
    files: await sweepWaiting(services),
  };
}

/** An upload that has waited this long, in milliseconds, is not analysed any more either. */
const OLD = LIMITS.uploadLifetimeMs + LONGEST_ANALYSIS_MS;

/** Nobody confirms what has waited for so long; larger ones would be refused anyway. */
async function sweepWaiting({ uploads, folder, now }: Services): Promise<number> {
  const oldest = new Date(now().getTime() - OLD);
  let removed = 0;
  for await (const { id, bytes, storedAt } of uploads.list()) {
    if (storedAt > oldest && bytes <= LIMITS.archive.packedBytes) continue;
    await uploads.remove(id);
    removed++;
  }
  return removed + await removeOlderFiles(folder.uploads, oldest);
}
