import { FACTORS, gradeOf, percentage, PROVENANCE_FACTOR, RUBRIC_VERSION } from "@svc/core/rubric";
import type { FactorId, FactorRow } from "@svc/core/rubric";
import type { FactorResult, Finding, Outcome, Scorecard } from "@svc/core/wire";
import { FINDINGS_KEPT } from "../facts/facts.ts";
import { type Judgement, ruleEvidence, type ScoreEvidence } from "./judgement.ts";
import { RULES } from "./rules.ts";

export type { PackageFacts, ScoreEvidence } from "./judgement.ts";

/** What a scorecard is composed from and for whom. */
export interface Composition extends ScoreEvidence {
  /** The client leaves the points of repository verification out; only the server can award them. */
  audience: "client" | "server";
  /**
   * Given only where the provenance flag is on: the divisor becomes 15 (spec §2.6). For the client
   * `notRun` leaves it out of the divisor, as nothing was signed yet (trust 3.9).
   */
  provenance?: { outcome: Outcome; reason: string };
}

/**
 * Composes a scorecard under the current rubric (spec §2.6). Cheap and pure: the registry does it
 * on each read, the client before each push, from the same facts with the same result for every
 * factor but verification.
 */
export function composeScorecard(composition: Composition): Scorecard {
  const { audience, provenance, trust } = composition;
  const evidence = ruleEvidence(composition);
  const factors = FACTORS.map((factor) => {
    const judgement = RULES[factor.id](evidence);
    return audience === "client" && factor.scope === "verification"
      ? provisional(factor, judgement)
      : result(factor, judgement);
  });
  if (provenance) {
    const findings = [{ place: "provenance", message: provenance.reason }];
    const scored = result(PROVENANCE_FACTOR, { outcome: provenance.outcome, findings });
    factors.push(
      audience === "client" && provenance.outcome === "notRun"
        ? { ...scored, status: "provisional", remediation: PROVENANCE_FACTOR.remedy }
        : scored,
    );
  }
  const sum = (of: (factor: FactorResult) => number) =>
    factors.reduce((total, factor) => total + of(factor), 0);
  const provisionalPoints = sum((factor) => factor.status === "provisional" ? factor.maxPoints : 0);
  const earnedPoints = sum((factor) => factor.earnedPoints);
  const maxPoints = sum((factor) => factor.maxPoints) - provisionalPoints;
  return {
    rubricVersion: RUBRIC_VERSION,
    audience,
    earnedPoints,
    maxPoints,
    provisionalPoints,
    percentage: percentage(earnedPoints, maxPoints),
    grade: gradeOf(earnedPoints, maxPoints),
    allPassed: factors.every((factor) => factor.status !== "missing"),
    factors,
    dependencyTrust: trust,
  };
}

/**
 * Points that earn nothing because they could not be checked. Those that the client leaves to the
 * registry are in no divisor and do not count.
 */
export function uncheckedPoints({ factors }: Pick<Scorecard, "factors">): number {
  return factors
    .filter(({ outcome, status }) =>
      status === "missing" && (outcome === "notRun" || outcome === "error")
    )
    .reduce((total, { maxPoints }) => total + maxPoints, 0);
}

function result(factor: FactorRow & { id: FactorResult["id"] }, judgement: Judgement) {
  const earned = judgement.outcome === "passed";
  return {
    id: factor.id,
    label: factor.label,
    earnedPoints: earned ? factor.points : 0,
    maxPoints: factor.points,
    outcome: judgement.outcome,
    status: earned ? "earned" : "missing",
    ...(earned ? {} : { remediation: remedy(factor, judgement.outcome) }),
    findings: earned ? [] : bounded(judgement),
  } satisfies FactorResult as FactorResult;
}

/** The client cannot verify; it says what the server will meet. */
function provisional(
  factor: FactorRow & { id: FactorResult["id"] },
  judgement: Judgement,
): FactorResult {
  const hopeless = judgement.outcome === "failed";
  return {
    ...result(factor, { outcome: "notRun", findings: hopeless ? judgement.findings : [] }),
    status: "provisional",
    remediation: hopeless ? factor.remedy : "The registry verifies the repository when you push.",
  };
}

function remedy(factor: FactorRow, outcome: Outcome): string {
  if (outcome === "failed") return factor.remedy;
  const again = RETRIED.has(factor.id)
    ? "The registry tries again by itself; an owner or admin can do it now with 'Rescore'"
    : "An owner or admin can have it checked again with 'Rescore'";
  return `This could not be checked and earns nothing until it is. ${again} on the extension's page.`;
}

/** Factors that need an answer of other services: the registry asks these again by itself. */
const RETRIED: ReadonlySet<string> = new Set<FactorId>(["repository-verified", "dependency-trust"]);

/** At most fifty findings, the last of which counts those left out. */
function bounded({ findings, more = 0 }: Judgement): Finding[] {
  const total = findings.length + more;
  if (total <= FINDINGS_KEPT) return findings;
  const kept = findings.slice(0, FINDINGS_KEPT - 1);
  return [...kept, { place: "(more)", message: `and ${total - kept.length} further places` }];
}
