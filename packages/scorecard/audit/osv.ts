import { fetchJson } from "./fetch_json.ts";
import { LookupFailure, type Vulnerability } from "./evidence.ts";
import type { AuditOptions } from "./options.ts";
import { severityOf } from "./severity.ts";

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
