import { LIMITS } from "@svc/core/limit";
import type { AuditedDependency, DependencyTrust } from "@svc/core/wire";
import { readTrust } from "@svc/scorecard/audit";
import type { Services } from "../../../access/services.ts";
import type { Trx } from "../../../access/store/schema.ts";
import { isUnanswered } from "./unanswered.ts";
import { isVerificationOpen } from "./verification.ts";

/**
 * The places in an audit's list that another try could fill: none once a blocker decided the audit,
 * and none beyond the number that is looked up.
 */
export function openPlaces({ outcome, audited }: DependencyTrust): number[] {
  if (!isUnanswered({ outcome })) return [];
  let asked = 0;
  return audited.flatMap((dependency, place) =>
    isAsked(dependency) && ++asked <= LIMITS.auditedDependencies && isUnanswered(dependency)
      ? [place]
      : []
  );
}

function isAsked({ registry }: AuditedDependency): boolean {
  return registry === "npm";
}

/**
 * Queues what a scoring event about a version left without an answer (spec §2.6 rule 5: there is no
 * other schedule), in the transaction that stores the event's results.
 */
export async function queueOpenLookups(
  trx: Trx,
  { jobs, now }: Pick<Services, "jobs" | "now">,
  versionId: string,
): Promise<void> {
  const row = await trx.selectFrom("extension_version")
    .innerJoin("extension", "extension.id", "extension_version.extension_id")
    .where("extension_version.id", "=", versionId)
    .select(["extension.id", "extension.repository", "extension.verification"])
    .select("extension_version.trust").executeTakeFirstOrThrow();
  if (openPlaces(readTrust(row.trust)).length > 0) {
    await jobs.add(trx, "audit", versionId, now());
  }
  if (isVerificationOpen(row)) await jobs.add(trx, "verification", row.id, now());
}
