import { SvcError } from "@svc/core/error";
import type { AuditedDependency, DependencyTrust } from "@svc/core/wire";
import { type Dependency, overallOutcome, readTrust } from "@svc/scorecard/audit";
import type { Services } from "../../../access/services.ts";
import { audit } from "./assess.ts";
import { JobHeld } from "../../../platform/jobs/jobs.ts";
import { openPlaces } from "./open_lookups.ts";
import { storeScore } from "./stored_score.ts";
import type {} from "./evidence_cache.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/**
 * Asks again about those dependencies of a version that a scoring event left without an answer, and
 * stores what came of it. Does nothing when none is left, or when a rescore stored newer results
 * meanwhile.
 *
 * @throws SvcError `unavailable` when a service still did not answer
 * @throws JobHeld when one is left alone for now
 */
export async function finishAudit(services: Services, versionId: string): Promise<void> {
  const { db, events } = services;
  const version = await db.selectFrom("extension_version")
    .innerJoin("extension", "extension.id", "extension_version.extension_id")
    .where("extension_version.id", "=", versionId)
    .select(["extension.id as extensionId", "extension.name"])
    .select(["extension_version.trust", "extension_version.score_generation as generation"])
    .executeTakeFirst();
  if (!version) return;
  const before = readTrust(version.trust);
  const places = openPlaces(before);
  if (places.length === 0) return;
  const needed = [services.config.osvUrl, services.config.npmRegistryUrl];
  const until = services.lookups.pausedUntil(needed);
  if (until) throw new JobHeld(until, "a service of the audit does not answer at the moment");
  const after = await fill(services, before, places);
  const stored = await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("extension_version")
      .set((row) => ({
        trust: JSON.stringify(after),
        score_generation: row("score_generation", "+", 1),
      }))
      .where("id", "=", versionId).where("score_generation", "=", version.generation)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await storeScore(trx, services.config, version.extensionId);
    return true;
  });
  if (!stored) return;
  events.emit("extension.changed", { extensionId: version.extensionId, name: version.name });
  const left = openPlaces(after).length;
  if (left > 0) {
    throw new SvcError("unavailable", `No answer about ${left} of ${places.length} dependencies`);
  }
}

/** The audit with fresh answers in the given places; what was answered before stands. */
async function fill(
  services: Services,
  before: DependencyTrust,
  places: readonly number[],
): Promise<DependencyTrust> {
  const fresh = await audit(
    services,
    places.map((place) => dependencyOf(before.audited[place]!)),
    services.evidence,
    services.lookups.inJob(),
  );
  const audited = [...before.audited];
  places.forEach((place, index) => audited[place] = fresh.audited[index]!);
  return { outcome: overallOutcome(audited), audited };
}

/** What was asked for: an unanswered entry names its pin, its range or `latest` as the version. */
function dependencyOf({ registry, name, version }: AuditedDependency): Dependency {
  return { registry, name, requested: version };
}
