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

/** What the platform shows of the alert. */
export function codeScanningAlert(seed: CodeScanningSeed) {
  const { state = "open", rule = "js/sql-injection", severity = "error", line = 1 } = seed;
  return {
    state,
    rule: {
      id: rule,
      name: rule,
      severity,
      security_severity_level: seed.securitySeverity === undefined ? "high" : seed.securitySeverity,
      description: seed.description ?? "Database query built from user-controlled sources",
    },
    tool: { name: "CodeQL", version: "2.23.0" },
    most_recent_instance: {
      ref: "refs/heads/main",
      analysis_key: ".github/workflows/codeql.yml:analyze",
      environment: "{}",
      state,
      commit_sha: "1".repeat(40),
      message: { text: "This query depends on a user-provided value." },
      location: { path: seed.path ?? "src/query.js", start_line: line, end_line: line },
      classifications: ["source"],
    },
  };
}
