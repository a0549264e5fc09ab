import type { DependencyTrust } from "@svc/core/wire";
import { auditFound, type Dependency, type EvidenceCache } from "@svc/scorecard/audit";
import type { Facts } from "@svc/scorecard/facts";
import type { Services } from "../../../access/services.ts";
import type { Opened } from "../analysis/mod.ts";

/** What a version's own factors are composed from. */
export interface Assessment {
  facts: Facts;
  trust: DependencyTrust;
}

/** Time for all outside look-ups of one publication, in milliseconds; the rest is queued. */
export const LOOKUP_BUDGET = 8_000;

/**
 * Waits for the facts of an archive that is being analysed, and audits its dependencies meanwhile.
 *
 * @param evidence what may be taken for an answer without asking
 * @throws SvcError `archive_invalid` when the archive lacks an entry point of its manifest
 */
export async function assess(
  services: Services,
  opened: Opened,
  evidence: EvidenceCache,
): Promise<Assessment> {
  const [facts, trust] = await Promise.all([
    opened.facts,
    audit(services, opened.submission.dependencies, evidence),
  ]);
  return { facts, trust };
}

/** Audits dependencies with the configured services, within {@link LOOKUP_BUDGET}. */
export async function audit(
  { fetch, config, now }: Services,
  dependencies: readonly Dependency[],
  cache: EvidenceCache,
): Promise<DependencyTrust> {
  return await auditFound(dependencies, {
    fetch,
    osvUrl: config.osvUrl,
    npmRegistryUrl: config.npmRegistryUrl,
    npmDownloadsUrl: config.npmDownloadsUrl,
    now: now(),
    budgetMs: LOOKUP_BUDGET,
    cache,
  });
}
