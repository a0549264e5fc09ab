import type { FactorId } from "@svc/core/rubric";
import type { DependencyTrust, Finding, Outcome } from "@svc/core/wire";
import type { Facts, StoredFacts } from "../facts/facts.ts";
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
  facts: StoredFacts;
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

/** The evidence as a rule sees it: it gets at a fact only by saying what follows once it is known. */
export interface RuleEvidence extends Omit<ScoreEvidence, "facts"> {
  /** Judges a fact of the version; of one that was not stored the outcome is `notRun`. */
  fact<Name extends keyof Facts>(name: Name, rule: (fact: Facts[Name]) => Judgement): Judgement;
}

/** A rule for each factor of the rubric: a factor without a rule does not compile. */
export type Rules = Readonly<Record<FactorId, (evidence: RuleEvidence) => Judgement>>;

/** The evidence for the rules. */
export function ruleEvidence({ facts, ...evidence }: ScoreEvidence): RuleEvidence {
  return {
    ...evidence,
    fact: (name, rule) => {
      const fact = facts[name] as Facts[typeof name] | undefined;
      if (fact !== undefined) return rule(fact);
      const message = "what this factor looks at was not stored with this version";
      return { outcome: "notRun", findings: [{ place: "(version)", message }] };
    },
  };
}

/** Passed or failed, with a place to fix when failed. */
export function judge(passed: boolean, place: string, message: string): Judgement {
  return passed
    ? { outcome: "passed", findings: [] }
    : { outcome: "failed", findings: [{ place, message }] };
}
