import type { DependabotAlert } from "../platform/alerts/alert.ts";
import { type AlertReader, readAlerts } from "../platform/alerts/reading.ts";
import { severityOf } from "../platform/alerts/severity.ts";
import { PER_PAGE } from "../platform/page.ts";
import { storedText } from "../platform/stored_text.ts";

const ROUTE = "GET /repos/{owner}/{repo}/dependabot/alerts";

/** Reads the open alerts about a repository's dependencies. */
export const dependabot: AlertReader<DependabotAlert> = {
  scanner: "dependabot",
  read(client, name) {
    const pages = client.pages(ROUTE, { ...name, state: "open", per_page: PER_PAGE });
    return readAlerts(pages, (api): DependabotAlert => {
      const { dependency, security_advisory: advisory, security_vulnerability: vulnerability } =
        api;
      return {
        number: api.number,
        severity: severityOf(vulnerability.severity),
        title: storedText(advisory.summary),
        url: api.html_url,
        createdAt: api.created_at,
        updatedAt: api.updated_at,
        package: storedText(vulnerability.package.name),
        ecosystem: vulnerability.package.ecosystem,
        manifestPath: dependency.manifest_path ?? null,
        scope: dependency.scope ?? null,
        relationship: dependency.relationship ?? null,
        ghsaId: advisory.ghsa_id,
        cveId: advisory.cve_id,
        vulnerableRange: vulnerability.vulnerable_version_range,
        firstPatchedVersion: vulnerability.first_patched_version?.identifier ?? null,
      };
    });
  },
};
