import type { DependencyTrust } from "@svc/core/wire";
import { auditFound, type Dependency, type EvidenceCache } from "@svc/scorecard/audit";
import type { Facts } from "@svc/scorecard/facts";
import type { Services } from "../../../access/services.ts";
import type { Opened } from "../analysis/mod.ts";
import type { Asking } from "./lookups.ts";

/** What a version's own factors are composed from. */
export interface Assessment {
  facts: Facts;
  trust: DependencyTrust;
}

/** Time for the look-ups of one audit, in milliseconds, when whoever asks allows for as much. */
const AUDIT_MS = 60_000;

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
    audit(services, opened.submission.dependencies, evidence, services.lookups.inAnswer()),
  ]);
  return { facts, trust };
}

/** Audits dependencies with the configured services, for as long as `asking` allows. */
export async function audit(
  { config, now }: Pick<Services, "config" | "now">,
  dependencies: readonly Dependency[],
  cache: EvidenceCache,
  { fetch, budget }: Asking,
): Promise<DependencyTrust> {
  return await auditFound(dependencies, {
    fetch,
    osvUrl: config.osvUrl,
    npmRegistryUrl: config.npmRegistryUrl,
    npmDownloadsUrl: config.npmDownloadsUrl,
    now: now(),
    budgetMs: AUDIT_MS,
    signal: budget,
    cache,
  });
}
