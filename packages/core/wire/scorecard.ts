import type { FactorId, Grade } from "../rubric/rubric.ts";

/** How a check came out. Only `passed` earns points: "could not check" is never "passed" (design §1.4). */
export type Outcome = "passed" | "failed" | "notRun" | "error";

/** A place that cost the points, with what to do there. */
export interface Finding {
  /** `path:line` inside the extension, a dependency `npm:name@version`, or a manifest key. */
  place: string;
  /** What is wrong there. */
  message: string;
}

/** One factor of a scorecard. */
export interface FactorResult {
  id: FactorId | "provenance";
  label: string;
  earnedPoints: number;
  maxPoints: number;
  outcome: Outcome;
  /** `provisional` only in the client, for repository verification. */
  status: "earned" | "missing" | "provisional";
  /** Present when the points are not earned: the shortest fix. */
  remediation?: string;
  /** The places that cost the points, at most fifty. */
  findings: Finding[];
}

/** One audited dependency. */
export interface AuditedDependency {
  name: string;
  version: string;
  registry: "npm" | "jsr";
  license: string | null;
  weeklyDownloads: number | null;
  /** ISO 8601 date of the newest publication, or null. */
  lastPublishedAt: string | null;
  outcome: Outcome;
  blockers: string[];
  warnings: string[];
}

/** The dependency trust audit of a version. */
export interface DependencyTrust {
  outcome: Outcome;
  audited: AuditedDependency[];
}

/** A scorecard, as the registry stores none of and composes on each read (spec §2.6). */
export interface Scorecard {
  rubricVersion: number;
  /** `server` counts all 14 points; `client` leaves the 2 of verification out while provisional. */
  audience: "client" | "server";
  earnedPoints: number;
  /** The divisor. */
  maxPoints: number;
  /** Points that only the server can award. */
  provisionalPoints: number;
  percentage: number;
  grade: Grade;
  allPassed: boolean;
  factors: FactorResult[];
  dependencyTrust: DependencyTrust;
}
