import type { Services } from "./access/services.ts";
import { finishAudit } from "./features/extensions/score/finish_audit.ts";
import { finishVerification } from "./features/extensions/score/finish_verification.ts";
import { sweepUploads } from "./features/extensions/upload/sweep.ts";
import { sweepExpired } from "./features/identity/sweep.ts";
import type { JobWork } from "./platform/jobs/jobs.ts";

/** What each kind of job does. */
export function jobWork(services: Services): JobWork {
  return {
    audit: (versionId) => finishAudit(services, versionId),
    verification: (extensionId) => finishVerification(services, extensionId),
  };
}

/** Removes what nobody can use any more, and says in the log what that was. */
export async function sweep(services: Services): Promise<void> {
  const { db, log, now } = services;
  await sweepExpired(db, now());
  const { uploads, files, blobs } = await sweepUploads(services);
  if (uploads + files + blobs > 0) log.info("store.swept", { uploads, files, blobs });
}
