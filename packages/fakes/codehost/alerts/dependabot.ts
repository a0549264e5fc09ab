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

/** What the platform shows of the alert. */
export function dependabotAlert(seed: DependabotSeed, number: number) {
  const { state = "open", severity = "high", firstPatchedVersion: fix = "2.0.0" } = seed;
  const described = { ecosystem: seed.ecosystem ?? "npm", name: seed.package ?? "left-pad" };
  return {
    state,
    dependency: {
      package: described,
      manifest_path: seed.manifestPath ?? "package-lock.json",
      scope: "runtime",
      relationship: "direct",
    },
    security_advisory: {
      ghsa_id: `GHSA-${String(number).padStart(4, "0")}-2222-3333`,
      summary: seed.summary ?? `Prototype pollution in ${described.name}`,
      description: "Objects can be changed from outside.",
      severity,
    },
    security_vulnerability: {
      package: described,
      severity,
      vulnerable_version_range: "< 2.0.0",
      first_patched_version: fix === null ? null : { identifier: fix },
    },
  };
}
