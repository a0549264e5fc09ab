import type { components } from "@octokit/openapi-types";
import { addressesOf, type AlertPlace, FOUND_AT } from "./place.ts";

/** What tells two code scanning alerts apart; the rest is derived. */
export interface CodeScanningSeed {
  state?: "open" | "dismissed" | "fixed";
  rule?: string;
  description?: string;
  /** Of rules about security. */
  securitySeverity?: "low" | "medium" | "high" | "critical" | null;
  /** Of every rule. */
  severity?: "none" | "note" | "warning" | "error" | null;
  path?: string;
  line?: number;
  /** ISO 8601. */
  createdAt?: string;
}

/** The alert as the platform shows it. */
export function codeScanningAlert(
  seed: CodeScanningSeed,
  place: AlertPlace,
): components["schemas"]["code-scanning-alert-items"] {
  const { state = "open", rule = "js/sql-injection", severity = "error" } = seed;
  const { securitySeverity = "high", createdAt = FOUND_AT, line = 1 } = seed;
  const addresses = addressesOf(place, "code-scanning");
  return {
    number: place.number,
    created_at: createdAt,
    updated_at: createdAt,
    ...addresses,
    instances_url: `${addresses.url}/instances`,
    state,
    fixed_at: null,
    dismissed_by: null,
    dismissed_at: null,
    dismissed_reason: null,
    dismissed_comment: null,
    rule: {
      id: rule,
      name: rule,
      severity,
      security_severity_level: securitySeverity,
      description: seed.description ?? "Database query built from user-controlled sources",
      tags: ["security"],
    },
    tool: { name: "CodeQL", guid: null, version: "2.23.0" },
    most_recent_instance: {
      ref: "refs/heads/main",
      analysis_key: ".github/workflows/codeql.yml:analyze",
      environment: "{}",
      category: "/language:javascript",
      state,
      commit_sha: "1".repeat(40),
      message: { text: "This query depends on a user-provided value." },
      location: {
        path: seed.path ?? "src/query.js",
        start_line: line,
        end_line: line,
        start_column: 1,
        end_column: 20,
      },
      classifications: ["source"],
    },
  };
}
