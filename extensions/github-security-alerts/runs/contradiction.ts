import type { AlertsDocument } from "../../platform/alerts/document.ts";
import { type Counts, countsOf } from "../../platform/alerts/severity.ts";

/**
 * What in a document contradicts itself, in words that follow the repository's name; undefined when
 * nothing does. No scanner writes such a document, and taking it could call open alerts none.
 */
export function contradictionIn(
  { available, reason, alerts, counts, truncated }: AlertsDocument,
): string | undefined {
  if ((available === true) !== (reason === null)) {
    return `has values of available (${available}) and reason (${reason}) that contradict each other`;
  }
  if (available !== true && alerts.length > 0) return "is not available but lists alerts";
  const counted = countsOf(alerts);
  if (Object.entries(counted).some(([key, count]) => counts[key as keyof Counts] !== count)) {
    return `counts ${counts.total} alerts but lists ${counted.total}, or has wrong counts`;
  }
  if (truncated && alerts.length === 0) {
    return "was truncated before its first alert: list it again";
  }
  return undefined;
}

/** Repositories with more than one document, in lower case: one would hide the other. */
export function repeatedIn(documents: readonly AlertsDocument[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { repo } of documents) {
    const key = repo.toLowerCase();
    if (seen.has(key)) repeated.add(key);
    seen.add(key);
  }
  return repeated;
}
