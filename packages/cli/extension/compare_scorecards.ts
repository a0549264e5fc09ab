import type { FactorResult, Finding, Scorecard } from "@svc/core/wire";

/** A factor that earns another number of points than it did. */
export interface ChangedFactor {
  id: string;
  label: string;
  before: number;
  now: number;
  findings: Finding[];
}

/** A local scorecard against that of a published version. */
export interface Comparison {
  /** The published version; null when nothing is published yet. */
  published: string | null;
  worse: ChangedFactor[];
  better: ChangedFactor[];
  /** Factors that could not be checked here, by their ids: they are neither. */
  unchecked: string[];
}

/** The comparison of an extension that was never published. */
export const NOTHING_PUBLISHED: Comparison = {
  published: null,
  worse: [],
  better: [],
  unchecked: [],
};

/**
 * Compares factor by factor. What only the registry can award, and what could not be checked on this
 * machine, is not a loss; a factor that one of both does not know is left out.
 */
export function compareScorecards(
  local: Scorecard,
  published: Scorecard,
  version: string,
): Comparison {
  const comparison: Comparison = { ...NOTHING_PUBLISHED, published: version };
  const [worse, better, unchecked]: [ChangedFactor[], ChangedFactor[], string[]] = [[], [], []];
  for (const factor of local.factors) {
    const before = published.factors.find(({ id }) => id === factor.id);
    if (before === undefined || factor.status === "provisional") continue;
    const lost = factor.earnedPoints < before.earnedPoints;
    if (lost && (factor.outcome === "notRun" || factor.outcome === "error")) {
      unchecked.push(factor.id);
    } else if (lost) worse.push(changed(factor, before));
    else if (factor.earnedPoints > before.earnedPoints) better.push(changed(factor, before));
  }
  return { ...comparison, worse, better, unchecked };
}

function changed(now: FactorResult, before: FactorResult): ChangedFactor {
  const { id, label, findings } = now;
  return { id, label, before: before.earnedPoints, now: now.earnedPoints, findings };
}

/** A comparison as lines: one for each factor, worse ones first; the same for the same result. */
export function comparisonLines({ published, worse, better, unchecked }: Comparison): string[] {
  if (published === null) return ["Nothing is published yet to compare with."];
  const line = (word: string) => ({ id, before, now }: ChangedFactor) =>
    `${word} ${id}: ${before} to ${now} points`;
  const same = worse.length + better.length + unchecked.length === 0;
  return [
    `Compared with ${published}${same ? ": no factor changed." : ":"}`,
    ...worse.map(line("  worse")),
    ...better.map(line("  better")),
    ...unchecked.map((id) => `  not checked ${id}`),
  ];
}
