import {
  markdownCode,
  markdownCodeBlock,
  markdownLink,
  markdownText,
} from "../../platform/markdown.ts";
import { brokenSection } from "../../platform/report/stored_documents.ts";
import { markdownTable } from "../../platform/report/table.ts";
import type { PrEnd } from "../../platform/subjects/snapshots.ts";
import type { PageEvent, PrFacts } from "../outputs/pr_report.ts";

/** The page about a pull request, as Markdown that shows what strangers wrote as text. */
export function renderPr(facts: PrFacts): string {
  const title = `# ${markdownText(`${facts.repo}#${facts.number}`)} ${markdownText(facts.title)}`;
  const parts = [
    title,
    summary(facts).map(([name, value]) => `- ${name}: ${value}`).join("\n"),
    ...section("Description", description(facts)),
    ...section("Reviews", reviews(facts)),
    ...section("Checks", checks(facts)),
    ...section("Files", files(facts)),
    ...section("What happened", happened(facts)),
    ...section("Artifacts", artifacts(facts)),
    ...brokenSection(facts.broken),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section(title: string, body: string | null): string[] {
  return body === null ? [] : [`## ${title}`, body];
}

function summary(facts: PrFacts): [string, string][] {
  const { draft, state, author, base, head, mergedAt, closedAt } = facts;
  const rows: [string, string | null][] = [
    [
      "State",
      `${draft && state === "open" ? "draft" : state}${at(" since", mergedAt ?? closedAt)}`,
    ],
    ["Address", markdownLink(facts.url, facts.url)],
    ["Author", author === null ? "a deleted account" : markdownText(author)],
    ["Opened", `${markdownText(facts.createdAt)}, changed ${markdownText(facts.updatedAt)}`],
    ["Branches", `${endText(head)} into ${endText(base)}`],
    ["Conflicts with its base", conflictWord(facts.mergeConflict)],
    ["Reviews", facts.reviewDecision === null ? null : markdownText(facts.reviewDecision)],
    ["Waiting for", textList(facts.requestedReviewers)],
    ["Checks", facts.checks?.state ?? "not stored"],
    ["Size", size(facts)],
    ["Labels", textList(facts.labels)],
    ["Assigned to", textList(facts.assignees)],
    ["Milestone", facts.milestone === null ? null : markdownText(facts.milestone)],
    ["Last words of a person", markdownText(facts.lastConversationAt ?? "not known")],
    ["Last change of the code", markdownText(facts.lastCodeChangeAt ?? "not known")],
    ["Stale", staleText(facts.stale)],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

function at(words: string, time: string | null): string {
  return time === null ? "" : `${words} ${markdownText(time)}`;
}

function endText(end: PrEnd | null): string {
  if (end === null) return "a deleted branch";
  const place = end.repo === null ? "a deleted repository" : markdownText(end.repo);
  return `${markdownCode(end.ref)} of ${place} at ${markdownCode(end.sha.slice(0, 12))}`;
}

function conflictWord(conflict: boolean | "unknown"): string {
  return conflict === "unknown" ? "not known" : conflict ? "yes" : "no";
}

function size({ additions, deletions, changedFiles, commits }: PrFacts): string | null {
  if (additions === null || deletions === null) return null;
  const parts = [`+${additions} −${deletions}`];
  if (changedFiles !== null) parts.push(counted(changedFiles, "file"));
  if (commits !== null) parts.push(counted(commits, "commit"));
  return parts.join(", ");
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function textList(values: readonly string[] | null): string | null {
  return values === null || values.length === 0 ? null : values.map(markdownText).join(", ");
}

function staleText(stale: PrFacts["stale"]): string | null {
  if (stale.length === 0) return null;
  return stale.map(({ label, since }) =>
    `${markdownText(label)}, nobody active since ${markdownText(since)}`
  ).join("; ");
}

function description({ description }: PrFacts): string | null {
  return description === null ? null : markdownCodeBlock(description).trimEnd();
}

function reviews({ reviewers }: PrFacts): string | null {
  if (reviewers === null || reviewers.length === 0) return null;
  const rows = reviewers.map(({ login, state, at, sha }) => [
    markdownText(login),
    markdownText(state),
    markdownText(at),
    sha === null ? "" : markdownCode(sha.slice(0, 12), "table"),
  ]);
  return markdownTable(["Reviewer", "Said", "When", "Of commit"], rows);
}

function checks({ checks }: PrFacts): string | null {
  if (checks === null || checks.checks.length === 0) return null;
  const rows = checks.checks.map(({ name, state, source, url }) => [
    url === null ? markdownText(name) : markdownLink(name, url),
    state,
    source,
  ]);
  const table = markdownTable(["Check", "State", "Kind"], rows);
  return checks.truncated ? `${table}\n\nThere are more than were read.` : table;
}

function files({ files }: PrFacts): string | null {
  if (files === null || files.files.length === 0) return null;
  const rows = files.files.map(({ path, previousPath, status, additions, deletions }) => [
    previousPath === null
      ? markdownCode(path, "table")
      : `${markdownCode(path, "table")}, was ${markdownCode(previousPath, "table")}`,
    status,
    `+${additions}`,
    `−${deletions}`,
  ]);
  const table = markdownTable(["File", "Change", "Added", "Removed"], rows);
  return files.truncated ? `${table}\n\nThere are more than are stored.` : table;
}

function happened({ events }: PrFacts): string {
  if (events.length === 0) return "Nothing is stored.";
  const rows = events.map((event) => [
    markdownText(event.at),
    event.actor === null ? "" : markdownText(event.actor),
    event.url === null ? markdownText(event.type) : markdownLink(event.type, event.url),
    words(event),
  ]);
  return markdownTable(["When", "Who", "What", "In words"], rows);
}

function words(event: PageEvent): string {
  const parts = [
    event.about === null ? "" : markdownText(event.about),
    event.place === null ? "" : markdownCode(event.place, "table"),
    event.excerpt === null ? "" : markdownText(event.excerpt),
    event.tags.length === 0 ? "" : `(${event.tags.map(markdownText).join(", ")})`,
    event.visibility === "private" ? "[private]" : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function artifacts({ artifacts }: PrFacts): string | null {
  if (artifacts.length === 0) return null;
  const rows = artifacts.map(({ name, file, contentType, bytes, description }) => [
    markdownText(name),
    markdownText(contentType),
    bytes,
    markdownText(description ?? ""),
    markdownCode(file, "table"),
  ]);
  return markdownTable(["Artifact", "Kind", "Bytes", "About", "Data"], rows);
}
