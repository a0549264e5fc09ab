import type { components } from "@octokit/openapi-types";
import { addressesOf, type AlertPlace, FOUND_AT } from "./place.ts";

/** What tells two Dependabot alerts apart; the rest is derived. */
export interface DependabotSeed {
  state?: "open" | "dismissed" | "fixed" | "auto_dismissed";
  package?: string;
  ecosystem?: string;
  severity?: "low" | "medium" | "high" | "critical";
  summary?: string;
  manifestPath?: string;
  firstPatchedVersion?: string | null;
  /** ISO 8601. */
  createdAt?: string;
}

/** The alert as the platform shows it. */
export function dependabotAlert(
  seed: DependabotSeed,
  place: AlertPlace,
): components["schemas"]["dependabot-alert"] {
  const { state = "open", severity = "high", createdAt = FOUND_AT } = seed;
  const { firstPatchedVersion: fix = "2.0.0" } = seed;
  const described = { ecosystem: seed.ecosystem ?? "npm", name: seed.package ?? "left-pad" };
  const ghsa = `GHSA-${String(place.number).padStart(4, "0")}-2222-3333`;
  const vulnerability = {
    package: described,
    severity,
    vulnerable_version_range: "< 2.0.0",
    first_patched_version: fix === null ? null : { identifier: fix },
  };
  return {
    number: place.number,
    state,
    dependency: {
      package: described,
      manifest_path: seed.manifestPath ?? "package-lock.json",
      scope: "runtime",
      relationship: "direct",
    },
    security_advisory: {
      ghsa_id: ghsa,
      cve_id: null,
      summary: seed.summary ?? `Prototype pollution in ${described.name}`,
      description: "Objects can be changed from outside.",
      vulnerabilities: [vulnerability],
      severity,
      cvss: { score: 7.5, vector_string: null },
      cwes: [{ cwe_id: "CWE-1321", name: "Prototype pollution" }],
      identifiers: [{ type: "GHSA", value: ghsa }],
      references: [{ url: `https://github.com/advisories/${ghsa}` }],
      published_at: createdAt,
      updated_at: createdAt,
      withdrawn_at: null,
    },
    security_vulnerability: vulnerability,
    ...addressesOf(place, "dependabot"),
    created_at: createdAt,
    updated_at: createdAt,
    dismissed_at: null,
    dismissed_by: null,
    dismissed_reason: null,
    dismissed_comment: null,
    fixed_at: null,
  };
}
