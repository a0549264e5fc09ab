import cvss from "ae-cvss-calculator";
import type { Severity } from "./evidence.ts";

const NAMED: Readonly<Record<string, Severity>> = {
  LOW: "LOW",
  MODERATE: "MEDIUM",
  MEDIUM: "MEDIUM",
  HIGH: "HIGH",
  CRITICAL: "CRITICAL",
};

/** The parts of an OSV record that tell a severity. */
export interface OsvSeverity {
  database_specific?: { severity?: unknown };
  severity?: { type?: unknown; score?: unknown }[];
}

/**
 * The severity of an OSV record: the word its database gives, else the highest of its CVSS scores.
 * A record that tells neither is UNKNOWN, which blocks.
 */
export function severityOf({ database_specific, severity }: OsvSeverity): Severity {
  const named = NAMED[String(database_specific?.severity ?? "").toUpperCase()];
  if (named) return named;
  const scores = (Array.isArray(severity) ? severity : [])
    .map(({ score }) => baseScore(String(score ?? "")))
    .filter((score) => score !== undefined);
  if (scores.length === 0) return "UNKNOWN";
  const highest = Math.max(...scores);
  if (highest >= 9) return "CRITICAL";
  if (highest >= 7) return "HIGH";
  return highest >= 4 ? "MEDIUM" : "LOW";
}

/** A number, or the base score of a complete CVSS vector; a partial vector scores nothing. */
function baseScore(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const score = Number(text);
    return score <= 10 ? score : undefined;
  }
  try {
    const vector = cvss.fromVector(text);
    if (!vector || !vector.isBaseFullyDefined()) return undefined;
    const { overall } = vector.calculateScores();
    return Number.isFinite(overall) ? overall : undefined;
  } catch {
    return undefined;
  }
}
