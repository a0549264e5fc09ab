import type { Reason } from "../../platform/alerts/document.ts";
import { type Scanner, SCANNER_FACTS } from "../../platform/alerts/scanner.ts";
import { addedCounts, SEVERITIES } from "../../platform/alerts/severity.ts";
import { markdownText } from "../../platform/markdown.ts";
import { markdownTable } from "../../platform/report/table.ts";
import type { RepositoryDocuments } from "../messages/messages.ts";
import { REASON_WORDS } from "../messages/payload.ts";
import type { BrokenDocument } from "./stored_alerts.ts";

/** A scanner that saw nothing of a repository, and why. */
export interface NotCovered {
  repo: string;
  scanner: Scanner;
  reason: Reason;
}

/** What the tables show. */
export interface Shown {
  repositories: readonly RepositoryDocuments[];
  notCovered: readonly NotCovered[];
  broken: readonly BrokenDocument[];
}

/** The report as Markdown. */
export function tables({ repositories, notCovered, broken }: Shown): string {
  const open = repositories.map(({ repo, documents }) => ({
    repo,
    counts: addedCounts(documents.map(({ counts }) => counts)),
  })).filter(({ counts }) => counts.total > 0);
  const parts = ["# Open security alerts"];
  if (repositories.length === 0) {
    parts.push("Nothing is stored yet. Run `list` of the three scanners' behaviors first.");
  } else if (open.length === 0) {
    parts.push(`No open alert in ${repositories.length} repositories, as far as they are covered.`);
  } else {
    parts.push(markdownTable(
      ["Repository", "Open", ...SEVERITIES],
      open.map(({ repo, counts }) => [
        markdownText(repo),
        counts.total,
        ...SEVERITIES.map((severity) => counts[severity]),
      ]),
    ));
  }
  if (notCovered.length > 0) {
    const rows = notCovered.map(({ repo, scanner, reason }) => [
      markdownText(repo),
      SCANNER_FACTS[scanner].title,
      REASON_WORDS[reason],
    ]);
    parts.push("## Not covered", markdownTable(["Repository", "Scanner", "Why"], rows));
  }
  if (broken.length > 0) {
    const rows = broken.map((one) => [one.behavior, one.name, one.problem].map(markdownText));
    parts.push("## Not readable", markdownTable(["Behavior", "Document", "Problem"], rows));
  }
  return `${parts.join("\n\n")}\n`;
}
