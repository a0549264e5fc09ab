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

/** What tells two secret scanning alerts apart; the rest is derived. */
export interface SecretSeed {
  state?: "open" | "resolved";
  /** The pattern that found it. */
  type: string;
  typeName?: string;
  /** Null for generic and custom patterns. */
  provider?: string | null;
  /** The secret itself, which only a server that cannot hide it shows. */
  secret: string;
  validity?: "active" | "inactive" | "unknown";
  publiclyLeaked?: boolean;
  path?: string;
  line?: number;
  /** ISO 8601. */
  createdAt?: string;
}

/**
 * Patterns that the platform's list leaves out unless they are named in `secret_type`: the
 * non-provider ones and the one detected by AI, as its page of supported patterns has them.
 */
const GENERIC: ReadonlySet<string> = new Set([
  "ec_private_key",
  "generic_private_key",
  "http_basic_authentication_header",
  "http_bearer_authentication_header",
  "mongodb_connection_string",
  "mysql_connection_string",
  "openssh_private_key",
  "password",
  "pgp_private_key",
  "postgres_connection_string",
  "rsa_private_key",
]);

/** Whether a list shows a secret: when it is named, or nothing is named and it is not generic. */
export function isListed(
  { type }: Pick<SecretSeed, "type">,
  named: readonly string[] | undefined,
): boolean {
  return named === undefined ? !GENERIC.has(type) : named.includes(type);
}

/** What the platform shows of the alert, with the secret only when it is `shown`. */
export function secretAlert(seed: SecretSeed, shown: boolean) {
  const { state = "open", type, provider = null, line = 1 } = seed;
  return {
    state,
    secret_type: type,
    secret_type_display_name: seed.typeName ?? type.replaceAll("_", " "),
    provider,
    validity: seed.validity ?? "unknown",
    publicly_leaked: seed.publiclyLeaked ?? false,
    multi_repo: false,
    push_protection_bypassed: false,
    first_location_detected: {
      path: seed.path ?? "config/production.env",
      start_line: line,
      end_line: line,
      commit_sha: "2".repeat(40),
    },
    ...shown && { secret: seed.secret },
  };
}

/** What the scanners say of one repository. A test changes it in place; alerts count from 1. */
export interface Feeds {
  codeScanning: { state: "on" | "off" | "no-analysis"; alerts: CodeScanningSeed[] };
  dependabot: { state: "on" | "off"; alerts: DependabotSeed[] };
  secretScanning: { state: "on" | "off"; alerts: SecretSeed[] };
}

/** Everything is on, and nothing was ever found. */
export const cleanFeeds = (): Feeds => ({
  codeScanning: { state: "on", alerts: [] },
  dependabot: { state: "on", alerts: [] },
  secretScanning: { state: "on", alerts: [] },
});
