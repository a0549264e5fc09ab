import type { DependencyTrust } from "@svc/core/wire";
import { auditFound } from "@svc/scorecard/audit";
import type { Facts } from "@svc/scorecard/facts";
import type { Services } from "../../../access/services.ts";
import type { Opened } from "../analysis/mod.ts";
import { evidenceCache } from "./evidence_cache.ts";

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
 * @throws SvcError `archive_invalid` when the archive lacks an entry point of its manifest
 */
export async function assess(services: Services, opened: Opened): Promise<Assessment> {
  const [facts, trust] = await Promise.all([
    opened.facts,
    auditFound(opened.submission.dependencies, {
      fetch: services.fetch,
      osvUrl: services.config.osvUrl,
      npmRegistryUrl: services.config.npmRegistryUrl,
      npmDownloadsUrl: services.config.npmDownloadsUrl,
      now: services.now(),
      budgetMs: LOOKUP_BUDGET,
      cache: evidenceCache,
    }),
  ]);
  return { facts, trust };
}

/** True when an outside look-up did not come to an answer and is worth another try. */
export function isUnfinished({ outcome }: { outcome: string }): boolean {
  return outcome === "notRun" || outcome === "error";
}
