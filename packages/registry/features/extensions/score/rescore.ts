import { SvcError } from "@svc/core/error";
import type { Services } from "../../../access/services.ts";
import { assess, type Assessment } from "./assess.ts";
import { queueOpenLookups } from "./open_lookups.ts";
import { storeScore } from "./stored_score.ts";
import { applyVerification, verifyIfDue } from "./verification.ts";
import type {} from "./evidence_cache.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/**
 * Analyses a published version again, asks the audit's services again about its dependencies and,
 * when that is due, a code host about its repository; stores the result and queues what was left
 * without an answer. The scorecard composed next shows it.
 *
 * @throws SvcError `unavailable` when the archive cannot be read from the store
 */
export async function rescoreVersion(services: Services, versionId: string): Promise<void> {
  const { db } = services;
  const version = await db.selectFrom("extension_version")
    .innerJoin("extension", "extension.id", "extension_version.extension_id")
    .where("extension_version.id", "=", versionId)
    .select([
      "extension.id as extensionId",
      "extension.repository",
      "extension.repository_generation",
      "extension.verification",
      "extension_version.checksum",
    ])
    .select("extension.name")
    .executeTakeFirst();
  if (!version) throw new SvcError("not_found", "There is no such version");
  const [assessment, verification] = await Promise.all([
    assessStored(services, version.checksum),
    verifyIfDue(services, version),
  ]);
  const changed = await inTransaction(db, async (trx) => {
    await trx.updateTable("extension_version").set((row) => ({
      rubric_version: assessment.facts.rubricVersion,
      facts: JSON.stringify(assessment.facts),
      trust: JSON.stringify(assessment.trust),
      score_generation: row("score_generation", "+", 1),
    })).where("id", "=", versionId).execute();
    const asker = { id: version.extensionId, repository_generation: version.repository_generation };
    const changed = verification
      ? await applyVerification(trx, services.config, asker, verification)
      : [];
    await storeScore(trx, services.config, version.extensionId);
    await queueOpenLookups(trx, services, versionId);
    return changed;
  });
  for (const name of new Set([version.name, ...changed])) {
    services.events.emit("extension.changed", { extensionId: version.extensionId, name });
  }
}

/** Analyses an archive of the blob store, from a copy that the analyst can read wherever blobs are. */
async function assessStored(services: Services, checksum: string): Promise<Assessment> {
  const bytes = await services.blobs.readAll(checksum);
  if (!bytes) throw new SvcError("unavailable", "The archive of this version is not in the store");
  const path = `${services.folder.uploads}/${crypto.randomUUID()}`;
  try {
    await Deno.writeFile(path, bytes, { createNew: true, mode: 0o600 });
    const opened = await services.analyst.open(path);
    return await assess(services, opened, services.evidence.again);
  } finally {
    await Deno.remove(path).catch(() => undefined);
  }
}
