import type { FactorId } from "@svc/core/rubric";
import type { DependencyTrust, Finding, Outcome } from "@svc/core/wire";
import type { Facts } from "../facts/facts.ts";
import type { Verification } from "../verification/verification.ts";

/** What the owner may edit after publishing (spec §2.6, per-package factors). */
export interface PackageFacts {
  description: string | null;
  platforms: readonly string[];
  license: string | null;
  repository: string | null;
}

/** Everything a scorecard is composed from. */
export interface ScoreEvidence {
  facts: Facts;
  trust: DependencyTrust;
  package: PackageFacts;
  /** The stored verification; null when the repository was never asked about. */
  verification: Verification | null;
}

/** How one factor came out. */
export interface Judgement {
  outcome: Outcome;
  findings: Finding[];
  /** Places beyond those listed. */
  more?: number;
}

/** A rule for each factor of the rubric: a factor without a rule does not compile. */
export type Rules = Readonly<Record<FactorId, (evidence: ScoreEvidence) => Judgement>>;

/** Passed or failed, with a place to fix when failed. */
export function judge(passed: boolean, place: string, message: string): Judgement {
  return passed
    ? { outcome: "passed", findings: [] }
    : { outcome: "failed", findings: [{ place, message }] };
}
