import cvss from "ae-cvss-calculator";
import { fetchJson } from "./fetch_json.ts";
import { LookupFailure, type Severity, type Vulnerability } from "./evidence.ts";
import type { AuditOptions } from "./options.ts";

/** More pages than any npm version has advisories for. */
const PAGES = 10;

/**
 * The vulnerabilities that OSV lists for a version of an npm package, without withdrawn ones.
 *
 * @throws LookupFailure when OSV does not answer, or not in its published form
 */
export async function vulnerabilitiesOf(
  name: string,
  version: string,
  { fetch, osvUrl }: AuditOptions,
  budget: AbortSignal,
): Promise<Vulnerability[]> {
  const found: Vulnerability[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const answer = await fetchJson({
      fetch,
      url: `${osvUrl}/v1/query`,
      budget,
      maxBytes: 8_000_000,
      body: {
        package: { name, ecosystem: "npm" },
        version,
        // Left out of the JSON while there is none.
        page_token: pageToken,
      },
    });
    if (answer === undefined) throw new LookupFailure("error", "OSV answered 404");
    const { vulns = [], next_page_token } = answer;
    if (!Array.isArray(vulns)) throw new LookupFailure("error", "OSV answered without a list");
    for (const vulnerability of vulns) {
      if (typeof vulnerability?.id !== "string") {
        throw new LookupFailure("error", "OSV listed a vulnerability without an id");
      }
      if (vulnerability.withdrawn) continue;
      found.push({
        id: vulnerability.id,
        severity: severityOf(vulnerability),
        summary: String(vulnerability.summary ?? "").slice(0, 300),
      });
    }
    if (typeof next_page_token !== "string" || next_page_token === "") return found;
    pageToken = next_page_token;
  }
  throw new LookupFailure("error", `OSV lists more than ${PAGES} pages for ${name}@${version}`);
}

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
