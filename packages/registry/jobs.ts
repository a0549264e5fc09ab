import { sweepAudit } from "./access/audit/sweep.ts";
import { sweepRates } from "./access/rate/mod.ts";
import { isPostgres } from "./platform/store/engine.ts";
import type { Services } from "./access/services.ts";
import { backfillLog } from "./features/extensions/logged/backfill.ts";
import { numberPending } from "./features/extensions/mirror/number.ts";
import { finishAudit } from "./features/extensions/score/finish_audit.ts";
import { finishVerification } from "./features/extensions/score/finish_verification.ts";
import { sweepArchives } from "./features/extensions/archive/sweep.ts";
import { isAnnounced } from "./features/extensions/upload/lay_upload.ts";
import { sweepUploads } from "./features/extensions/upload/sweep.ts";
import { dnsLookup } from "./features/mail/domain_lookup.ts";
import { checkDomains } from "./features/mail/domains.ts";
import { deliverMail, sweepMail } from "./features/mail/deliver.ts";
import { noticeExpiringTokens } from "./features/notification/expiring.ts";
import { liftUndecided } from "./features/operating/undecided.ts";
import { forgetUnused } from "./features/oauth/anybody.ts";
import { sweepPublishers } from "./features/publishers/sweep.ts";
import { sweepPublishing } from "./features/publishing/sweep.ts";
import { retireKeys } from "./features/oauth/signing_keys.ts";
import { sweepExpired } from "./features/identity/sweep.ts";
import { publishDue, sweepStaged } from "./features/staging/publish_due.ts";
import { mailStaged } from "./features/staging/mail.ts";
import { sweepDeadJobs } from "./platform/jobs/dead.ts";
import { removeLeftovers } from "./platform/store/leftovers.ts";
import type { JobWork } from "./platform/jobs/jobs.ts";

/** What each kind of job does. All of them wait for others, so several run at a time. */
export function jobWork(services: Services): JobWork {
  return {
    audit: { run: (versionId) => finishAudit(services, versionId), atOnce: 4 },
    verification: { run: (extensionId) => finishVerification(services, extensionId), atOnce: 4 },
    staged_mail: { run: (userId) => mailStaged(services, userId), atOnce: 1 },
    staged_publication: { run: (stagedId) => publishDue(services, stagedId), atOnce: 1 },
    mail: { run: (mailId) => deliverMail(services, mailId), atOnce: 4 },
  };
}

/**
 * Removes what nobody can use any more, says in the log what that was, and warns of what ends. Nothing
 * is removed from a store that was found to be damaged.
 */
export async function sweep(services: Services): Promise<void> {
  const { db, log, now } = services;
  const damage = services.damage();
  if (damage !== undefined) {
    log.error("sweep.refused", { damage, hint: "npm run admin -- check" });
    return;
  }
  await sweepExpired(db, now());
  await sweepMail(db, now());
  if (services.config.mailDomains) await checkDomains(services, dnsLookup());
  await sweepAudit(db, now());
  await sweepDeadJobs(db, now());
  await liftUndecided(services);
  await noticeExpiringTokens(services);
  await sweepPublishing(db, now());
  await sweepPublishers(services);
  await forgetUnused(db, now());
  await retireKeys(db, now());
  if (isPostgres(db)) await sweepRates(db, now());
  await sweepStaged(services);
  await numberPending(db);
  await backfillLog(services);
  const { uploads, files } = await sweepUploads(services);
  await removeLeftovers(services.folder, {
    alone: false,
    isAnnounced: (id) => isAnnounced(db, id),
  });
  const archives = await sweepArchives(services);
  if (uploads + files + archives > 0) log.info("store.swept", { uploads, files, archives });
}
