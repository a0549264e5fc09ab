import { LIMITS } from "@svc/core/limit";
import type { Evidence, Severity } from "./evidence.ts";

/** Licenses that pass without a warning (spec §2.6). */
const ALLOWED_LICENSES: ReadonlySet<string> = new Set([
  "MIT",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "0BSD",
  "MPL-2.0",
  "Unlicense",
  "CC0-1.0",
]);

/** Severities that fail the factor, UNKNOWN among them (spec §2.6). */
const BLOCKING_SEVERITIES: ReadonlySet<Severity> = new Set(["HIGH", "CRITICAL", "UNKNOWN"]);

/** What a dependency is blocked for, in words; any one fails the factor. */
export function blockersOf({ deprecated, vulnerabilities, version }: Evidence): string[] {
  return [
    ...(deprecated === null ? [] : [`version ${version} is deprecated: ${deprecated}`]),
    ...vulnerabilities
      .filter(({ severity }) => BLOCKING_SEVERITIES.has(severity))
      .map(inWords),
  ];
}

/** What is worth a look, in words; nothing here fails the factor. */
export function warningsOf(evidence: Evidence, now: Date): string[] {
  const { vulnerabilities, license, maintainers, weeklyDownloads, lastPublishedAt } = evidence;
  const warnings = vulnerabilities.filter(({ severity }) => severity === "MEDIUM").map(inWords);
  if (!isAllowed(license)) {
    warnings.push(
      license === null
        ? "names no license"
        : `license ${license} is not on the list of accepted licenses`,
    );
  }
  if (maintainers === 0) warnings.push("has no maintainers listed");
  if (weeklyDownloads !== null && weeklyDownloads < LIMITS.weeklyDownloadsWarning) {
    warnings.push(
      `has ${weeklyDownloads} weekly downloads, fewer than ${LIMITS.weeklyDownloadsWarning}`,
    );
  }
  if (lastPublishedAt !== null && isStale(new Date(lastPublishedAt), now)) {
    warnings.push(
      `was last published on ${lastPublishedAt.slice(0, 10)}, ` +
        `more than ${LIMITS.staleMonths} months ago`,
    );
  }
  return warnings;
}

/** Every license of an SPDX expression must be on the list. */
function isAllowed(license: string | null): boolean {
  const terms = (license ?? "").split(/[\s()]+/).filter((term) =>
    term !== "" && !/^(?:AND|OR|WITH)$/i.test(term)
  );
  return terms.length > 0 && terms.every((term) => ALLOWED_LICENSES.has(term));
}

function isStale(published: Date, now: Date): boolean {
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - LIMITS.staleMonths);
  return published < limit;
}

/** True for the words of a known vulnerability, as {@linkcode blockersOf} and {@linkcode warningsOf} write them. */
export function isVulnerability(text: string): boolean {
  return /^[A-Z]+ vulnerability /.test(text);
}

function inWords({ id, severity, summary }: Evidence["vulnerabilities"][number]): string {
  return `${severity} vulnerability ${id}${summary === "" ? "" : `: ${summary}`}`;
}
