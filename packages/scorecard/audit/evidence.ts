/** What the outside services said about one npm dependency. Plain JSON, cached. */
export interface Evidence {
  /** The version that the specifier stands for. */
  version: string;
  /** The registry's words when that version is deprecated, or null. */
  deprecated: string | null;
  license: string | null;
  maintainers: number;
  /** ISO 8601 time of the newest publication of the package, or null. */
  lastPublishedAt: string | null;
  /** Downloads in the last week; null when the service has no figure. */
  weeklyDownloads: number | null;
  vulnerabilities: Vulnerability[];
  /** ISO 8601 time of the look-up. */
  askedAt: string;
}

/** Severities, as OSV and GitHub's advisories name them; UNKNOWN when none is given or readable. */
export type Severity = "LOW" | "MEDIUM" | "HIGH" | "CRITICAL" | "UNKNOWN";

/** One published vulnerability of the version. */
export interface Vulnerability {
  id: string;
  severity: Severity;
  summary: string;
}

/** A look-up that did not come to an answer: the dependency was not checked. */
export class LookupFailure extends Error {
  override readonly name = "LookupFailure";
  constructor(readonly outcome: "error" | "notRun", message: string, cause?: unknown) {
    super(message, { cause });
  }
}
