import type { CodeScanningAlert } from "../platform/alerts/alert.ts";
import { type AlertReader, readAlerts } from "../platform/alerts/reading.ts";
import { type Severity, severityOf } from "../platform/alerts/severity.ts";
import { PER_PAGE } from "../platform/page.ts";
import { storedText } from "../platform/stored_text.ts";

const ROUTE = "GET /repos/{owner}/{repo}/code-scanning/alerts";

/** Reads the open alerts of a repository's default branch. */
export const codeScanning: AlertReader<CodeScanningAlert> = {
  scanner: "code-scanning",
  read(client, name) {
    const pages = client.pages(ROUTE, { ...name, state: "open", per_page: PER_PAGE });
    return readAlerts(pages, (api): CodeScanningAlert => {
      const { rule, tool, most_recent_instance: instance } = api;
      return {
        number: api.number,
        severity: severityOfRule(rule),
        title: storedText(rule.description || rule.name || rule.id || "Code scanning alert"),
        url: api.html_url,
        createdAt: api.created_at,
        updatedAt: api.updated_at ?? null,
        ruleId: rule.id ?? null,
        ruleName: rule.name ?? null,
        tool: tool.name ?? null,
        path: instance.location?.path ?? null,
        line: instance.location?.start_line ?? null,
        ref: instance.ref ?? null,
        commitSha: instance.commit_sha ?? null,
        classifications: (instance.classifications ?? []).filter((one) => one !== null),
      };
    });
  },
};

/** Rules that are not about security have a severity of their own, in other words. */
const OF_OTHER_RULES: Readonly<Record<string, Severity>> = {
  error: "high",
  warning: "medium",
  note: "note",
};

function severityOfRule(
  rule: { security_severity_level?: string | null; severity?: string | null },
): Severity {
  if (rule.security_severity_level) return severityOf(rule.security_severity_level);
  return OF_OTHER_RULES[rule.severity ?? ""] ?? "unknown";
}
