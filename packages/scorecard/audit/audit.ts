import { sideBySide } from "@svc/core/parallel";
import { LIMITS } from "@svc/core/limit";
import type { AuditedDependency, DependencyTrust, Outcome } from "@svc/core/wire";
import { dependenciesOf, type Dependency } from "./dependencies.ts";
import { type Evidence, LookupFailure } from "./evidence.ts";
import { metadataOf, weeklyDownloadsOf } from "./npm.ts";
import { type AuditOptions, CONCURRENCY, EVIDENCE_LIFETIME_MS } from "./options.ts";
import { vulnerabilitiesOf } from "./osv.ts";
import { blockersOf, warningsOf } from "./verdict.ts";

/**
 * Audits the type-A dependencies of an archive's sources (spec §2.6). Type-B ones are trusted; none
 * at all passes. A service that does not answer leaves `error`, a spent budget and anything beyond
 * the fiftieth dependency leave `notRun`: what could not be checked is never passed.
 */
export async function auditDependencies(
  archive: { files: ReadonlyMap<string, { bytes: Uint8Array }> },
  options: AuditOptions,
): Promise<DependencyTrust> {
  return await auditFound(dependenciesOf(archive.files), options);
}

/** As {@link auditDependencies}, for dependencies found before: finding them is costly, this waits. */
export async function auditFound(
  dependencies: readonly Dependency[],
  options: AuditOptions,
): Promise<DependencyTrust> {
  const timer = AbortSignal.timeout(options.budgetMs);
  const budget = options.signal ? AbortSignal.any([options.signal, timer]) : timer;
  let asked = 0;
  const queue = dependencies.map((dependency) => ({
    dependency,
    within: dependency.registry === "jsr" || ++asked <= LIMITS.auditedDependencies,
  }));
  const audited = await sideBySide(
    queue,
    async ({ dependency, within }) =>
      within
        ? await auditOne(dependency, options, budget)
        : unchecked(dependency, "notRun", `only ${LIMITS.auditedDependencies} are looked up`),
    CONCURRENCY,
  );
  return { outcome: overallOutcome(audited), audited };
}

async function auditOne(
  dependency: Dependency,
  options: AuditOptions,
  budget: AbortSignal,
): Promise<AuditedDependency> {
  if (dependency.registry === "jsr") return { ...blank(dependency), outcome: "passed" };
  try {
    const { evidence, notes } = await gather(dependency, options, budget);
    const blockers = blockersOf(evidence);
    return {
      name: dependency.name,
      version: evidence.version,
      registry: "npm",
      license: evidence.license,
      weeklyDownloads: evidence.weeklyDownloads,
      lastPublishedAt: evidence.lastPublishedAt,
      outcome: blockers.length === 0 ? "passed" : "failed",
      blockers,
      warnings: [...warningsOf(evidence, options.now), ...notes],
    };
  } catch (error) {
    if (error instanceof LookupFailure) {
      return unchecked(dependency, error.outcome, `could not be checked: ${error.message}`);
    }
    throw error;
  }
}

/** Evidence from the cache when it is fresh, else from the services; only whole evidence is kept. */
async function gather(
  dependency: Dependency,
  options: AuditOptions,
  budget: AbortSignal,
): Promise<{ evidence: Evidence; notes: string[] }> {
  const { cache, now } = options;
  const { name, requested, pinned } = dependency;
  const key = `npm:${name}@${pinned ?? requested}`;
  const cached = await cache?.get(key);
  if (cached && now.getTime() - Date.parse(cached.askedAt) < EVIDENCE_LIFETIME_MS) {
    return { evidence: cached, notes: [] };
  }
  const notes: string[] = [];
  const downloads = weeklyDownloadsOf(name, options, budget).catch((error) => {
    if (!(error instanceof LookupFailure)) throw error;
    // Downloads only ever warn, so losing them must not cost the factor.
    notes.push(`weekly downloads are not known: ${error.message}`);
    return null;
  });
  const metadata = metadataOf(dependency, options, budget);
  const [facts, weeklyDownloads, vulnerabilities] = await settle(
    metadata,
    downloads,
    metadata.then(({ version }) => vulnerabilitiesOf(name, version, options, budget)),
  );
  const evidence = { ...facts, weeklyDownloads, vulnerabilities, askedAt: now.toISOString() };
  if (notes.length === 0) await cache?.set(key, evidence);
  return { evidence, notes };
}

/** Waits for all, then fails with the first failure: no request outlives the audit. */
async function settle<T extends Promise<unknown>[]>(...promises: T) {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}

/** The outcome of an audit: the worst of its dependencies, a blocker before what is not known. */
export function overallOutcome(audited: readonly { outcome: Outcome }[]): Outcome {
  const worst = (["failed", "error", "notRun"] as const)
    .find((one) => audited.some(({ outcome }) => outcome === one));
  return worst ?? "passed";
}

function blank({ name, registry, requested, pinned }: Dependency) {
  return {
    name,
    version: pinned ?? (requested || "latest"),
    registry,
    license: null,
    weeklyDownloads: null,
    lastPublishedAt: null,
    blockers: [],
    warnings: [],
  };
}

function unchecked(
  dependency: Dependency,
  outcome: "error" | "notRun",
  reason: string,
): AuditedDependency {
  return { ...blank(dependency), outcome, blockers: [reason] };
}
