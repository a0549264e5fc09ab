import type { DependencyTrust } from "@svc/core/wire";
import type { Archive } from "@svc/scorecard/archive";
import { auditDependencies } from "@svc/scorecard/audit";
import { analyse, type Facts } from "@svc/scorecard/facts";
import type { Services } from "../../services.ts";
import { evidenceCache } from "./evidence_cache.ts";
import { createGate, type Gate } from "./gate.ts";

/** What a version's own factors are composed from. */
export interface Assessment {
  facts: Facts;
  trust: DependencyTrust;
}

/** Time for all outside look-ups of one publication, in milliseconds; the rest is queued. */
export const LOOKUP_BUDGET = 8_000;

/**
 * Archives are read and analysed through here, so that one core is left to answer requests and
 * only a few archives are in memory, however many are confirmed at once.
 */
export const analysisGate: Gate = createGate(Math.max(1, navigator.hardwareConcurrency - 1));

/**
 * Analyses an archive as data and audits its dependencies. Both run outside this thread: the
 * documentation tool as a child process, the audit over the network.
 *
 * @throws SvcError `archive_invalid` when the archive lacks an entry point of its manifest
 */
export async function assess(services: Services, archive: Archive): Promise<Assessment> {
  const [facts, trust] = await Promise.all([
    analysisGate.run(() => analyse(archive, { deno: services.deno })),
    auditDependencies(archive, {
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
