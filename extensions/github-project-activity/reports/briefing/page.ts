import { markdownLink, markdownText } from "../../../platform/markdown.ts";
import { brokenSection } from "../../../platform/report/stored_documents.ts";
import { markdownTable } from "../../../platform/report/table.ts";
import { unreadSection } from "../settings.ts";
import type { Briefing, Item, RecentEvent } from "./briefing.ts";

/** The report as Markdown. */
export function briefingPage(briefing: Briefing): string {
  const parts = [
    `# Briefing for ${markdownText(briefing.project)}`,
    ...body(briefing),
    ...unreadSection(briefing.unread),
    ...brokenSection(briefing.broken),
  ];
  return `${parts.join("\n\n")}\n`;
}

function body(briefing: Briefing): string[] {
  const { repo, openPullRequests, openIssues, events, checksUnknown, conflictsUnknown } = briefing;
  if (repo === null) return ["The behavior has no repository: set owner and repo."];
  const empty = openPullRequests + openIssues + events.length === 0;
  if (empty) {
    return [
      "Nothing open is stored. Run `sync_github_prs` and `sync_github_issues` first.",
    ];
  }
  return [
    `${openPullRequests} open pull requests and ${openIssues} open issues are stored.`,
    ...section(
      "Failing checks",
      "No check is known to fail.",
      briefing.failingChecks,
      unknown(checksUnknown, "checks"),
    ),
    ...section("Changes requested", "No changes are requested.", briefing.changesRequested),
    ...section(
      "Conflicts",
      "Nothing is known to conflict.",
      briefing.conflicts,
      unknown(conflictsUnknown, "conflicts"),
    ),
    ...section(
      "Stale",
      "Nothing is classified as stale; `classify_stale_candidates` looks for it.",
      briefing.stale,
    ),
    ...duties(briefing),
    "## Last events",
    events.length === 0 ? "No event is stored." : eventTable(events),
  ];
}

function unknown(count: number, what: string): string | undefined {
  return count === 0 ? undefined : `Of ${count} more the ${what} are not known.`;
}

function section(
  title: string,
  none: string,
  items: readonly Item[],
  note?: string | undefined,
): string[] {
  const parts = [`## ${title}`, items.length === 0 ? none : itemTable(items)];
  return note === undefined ? parts : [...parts, note];
}

function duties({ handles, duties }: Briefing): string[] {
  if (handles.length === 0) {
    return ["## Your duties", "Set personalGithubHandles to your logins to see them here."];
  }
  const whose = handles.map(markdownText).join(", ");
  return section("Your duties", `Nothing waits for ${whose}.`, duties);
}

function itemTable(items: readonly Item[]): string {
  const rows = items.map(({ subjectType, number, title, url, author, why }) => [
    markdownLink(subjectType === "pr" ? `PR ${number}` : `Issue ${number}`, url),
    markdownText(title),
    author === null ? "" : markdownText(author),
    why.map(markdownText).join(", "),
  ]);
  return markdownTable(["", "Title", "Author", "Why"], rows);
}

function eventTable(events: readonly RecentEvent[]): string {
  const rows = events.map((event) => [
    markdownText(event.at),
    event.subject === null
      ? ""
      : `${event.subject.subjectType === "pr" ? "PR" : "Issue"} ${event.subject.number}`,
    event.actor === null ? "" : markdownText(event.actor),
    event.url === null ? markdownText(event.type) : markdownLink(event.type, event.url),
    [event.about, event.excerpt].filter((text) => text !== null).map(markdownText).join(" · ") +
    (event.visibility === "private" ? " [private]" : ""),
  ]);
  return markdownTable(["When", "About", "Who", "What", "In words"], rows);
}
