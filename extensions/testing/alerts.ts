import type { CodeScanningAlert, DependabotAlert, SecretAlert } from "../platform/alerts/alert.ts";
import type { AlertsDocument, Reason, RunDocument } from "../platform/alerts/document.ts";
import type { Scanner } from "../platform/alerts/scanner.ts";
import { countsOf } from "../platform/alerts/severity.ts";

const TIME = "2026-11-20T10:00:00Z";

/** Alerts as the scanners write them, where a test says only what it is about. */
export const newAlert = {
  "dependabot": (change: Partial<DependabotAlert> = {}): DependabotAlert => ({
    number: 1,
    severity: "high",
    title: "Prototype pollution",
    url: "https://github.com/acme/one/security/dependabot/1",
    createdAt: TIME,
    updatedAt: TIME,
    package: "left-pad",
    ecosystem: "npm",
    manifestPath: "package-lock.json",
    scope: "runtime",
    relationship: "direct",
    ghsaId: "GHSA-1111-2222-3333",
    cveId: null,
    vulnerableRange: "< 2.0.0",
    firstPatchedVersion: "2.0.0",
    ...change,
  }),
  "code-scanning": (change: Partial<CodeScanningAlert> = {}): CodeScanningAlert => ({
    number: 1,
    severity: "medium",
    title: "Cross-site scripting",
    url: "https://github.com/acme/one/security/code-scanning/1",
    createdAt: TIME,
    updatedAt: null,
    ruleId: "js/xss",
    ruleName: "js/xss",
    tool: "CodeQL",
    path: "web/page.js",
    line: 3,
    ref: "refs/heads/main",
    commitSha: "1".repeat(40),
    classifications: [],
    ...change,
  }),
  "secret-scanning": (change: Partial<SecretAlert> = {}): SecretAlert => ({
    number: 1,
    severity: "critical",
    title: "RSA Private Key",
    url: "https://github.com/acme/one/security/secret-scanning/1",
    createdAt: TIME,
    updatedAt: null,
    secretType: "rsa_private_key",
    secretTypeName: "RSA Private Key",
    provider: null,
    generic: true,
    validity: "unknown",
    publiclyLeaked: false,
    multiRepo: false,
    pushProtectionBypassed: false,
    firstLocation: { path: "keys/id_rsa", line: 1 },
    ...change,
  }),
};

/** What a scanner wrote about a repository with these alerts. */
export function newDocument<S extends Scanner>(
  scanner: S,
  repo: string,
  alerts: readonly ReturnType<typeof newAlert[S]>[] = [],
  change: Partial<AlertsDocument> = {},
): AlertsDocument {
  return {
    scanner,
    repo,
    available: true,
    reason: null,
    alerts: [...alerts],
    counts: countsOf(alerts),
    truncated: false,
    fetchedAt: TIME,
    ...change,
  };
}

/** What a scanner wrote about a repository it has nothing to say about. */
export function newUnavailable(scanner: Scanner, repo: string, reason: Reason): AlertsDocument {
  const unknown = reason === "error" || reason === "not-found";
  return newDocument(scanner, repo, [], { available: unknown ? null : false, reason });
}

/** One invocation of a scanner's `list`. */
export function newRun(
  scanner: Scanner,
  documents: readonly AlertsDocument[],
  change: Partial<RunDocument> = {},
): RunDocument {
  return {
    scanner,
    org: "acme",
    requestedRepos: documents.map(({ repo }) => repo),
    documents: [...documents],
    startedAt: TIME,
    finishedAt: TIME,
    complete: documents.every(({ available }) => available !== null),
    ...change,
  };
}
