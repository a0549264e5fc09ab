import type {
  Alert,
  CodeScanningAlert,
  DependabotAlert,
  SecretAlert,
} from "../../platform/alerts/alert.ts";
import type { AlertsDocument, Reason } from "../../platform/alerts/document.ts";
import { SCANNER_FACTS } from "../../platform/alerts/scanner.ts";
import {
  addedCounts,
  bySeverity,
  type Counts,
  SEVERITIES,
} from "../../platform/alerts/severity.ts";
import { slackLink, slackText } from "../../platform/slack.ts";
import { type Block, LIMITS, markup, type Payload } from "./block.ts";

/** Characters of what a line shows at most: together less than a section holds. */
const LONGEST = { title: 400, url: 250, place: 200 };

/** The alert in one line of markup: severity, title with a link, where, and since when. */
function alertLine(alert: Alert): string {
  const title = linked(alert.title, alert.url);
  const place = placeOf(alert);
  const where = place === undefined ? "" : ` in ${slackText(place, LONGEST.place)}`;
  return `• *${alert.severity}* ${title}${where}, since ${
    slackText(alert.createdAt.slice(0, "2026-01-01".length))
  }`;
}

/** A text that leads to an address, unless the address is too long for a message. */
function linked(text: string, url: string): string {
  return url.length <= LONGEST.url
    ? slackLink(text, url, LONGEST.title)
    : slackText(text, LONGEST.title);
}

function placeOf(alert: Alert): string | undefined {
  const { path, line, package: name, manifestPath, firstPatchedVersion, firstLocation } = alert as
    & Alert
    & Partial<CodeScanningAlert & DependabotAlert & SecretAlert>;
  if (name !== undefined) {
    const fix = firstPatchedVersion ? ` (fixed in ${firstPatchedVersion})` : "";
    return `${name}${fix}${manifestPath ? `, ${manifestPath}` : ""}`;
  }
  const place = firstLocation ?? { path, line };
  return place.path ? `${place.path}${place.line ? `:${place.line}` : ""}` : undefined;
}

/** Alerts of one scanner that a message shows; the rest is counted. */
const MOST_SHOWN = 10;

/** Characters of a repository's new name. */
const LONGEST_NAME = 300;

/** One scanner's part of a message: all its alerts, the most pressing first, and how many are shown. */
interface Part {
  document: AlertsDocument;
  alerts: readonly Alert[];
  shown: number;
}

/**
 * The message about one repository with open alerts: how many there are and how bad, then of each
 * scanner the most pressing. It keeps to {@link LIMITS} by leaving out alerts of the lowest severity
 * and saying how many. The same documents give the same bytes.
 *
 * @param documents what each scanner wrote about the repository, in the order they are shown
 */
export function payloadOf(repo: string, documents: readonly AlertsDocument[]): Payload {
  const counts = addedCounts(documents.map((document) => document.counts));
  const more = documents.some(({ truncated }) => truncated) ? "+" : "";
  const headline = `${repo}: ${counts.total}${more} open security ${plural(counts.total, "alert")}`;
  const head: Block[] = [
    {
      type: "header",
      text: { type: "plain_text", text: cut(headline, LIMITS.header), emoji: false },
    },
    { type: "context", elements: contextTexts(documents, counts).map(markup) },
  ];
  const parts = documents.filter(({ alerts }) => alerts.length > 0).map((document): Part => ({
    document,
    alerts: document.alerts.toSorted(byPressure),
    shown: Math.min(MOST_SHOWN, document.alerts.length),
  }));
  const text = slackText(`${headline} (${countsText(counts)})`, LIMITS.text);
  return { text, blocks: [...head, ...fitting(parts, sizeOf(head))] };
}

/** Sections within the limits; what is left out is what presses least. */
function fitting(parts: readonly Part[], taken: number): Block[] {
  for (const part of parts) {
    while (part.shown > 1 && sectionText(part).length > LIMITS.section) part.shown -= 1;
  }
  for (;;) {
    const sections = parts.map(sectionOf);
    const least = parts.filter(({ shown }) =>
      shown > 1
    ).toSorted((one, other) => byPressure(lastShown(other), lastShown(one)))[0];
    if (least === undefined || taken + sizeOf(sections) <= LIMITS.message) {
      return sections;
    }
    least.shown -= 1;
  }
}

function sectionOf(part: Part): Block {
  return { type: "section", text: markup(sectionText(part)) };
}

function sectionText({ document, alerts, shown }: Part): string {
  const { scanner, counts, truncated } = document;
  const lines = alerts.slice(0, shown).map(alertLine);
  const rest = alerts.length - shown;
  if (rest > 0) {
    const more = truncated ? `at least ${rest} more` : `+${rest} more`;
    lines.push(linked(more, pageOf(alerts[0]!)));
  }
  const title = `*${SCANNER_FACTS[scanner].title}*: ${counts.total}${truncated ? "+" : ""} open`;
  return [title, ...lines].join("\n");
}

/** The platform's own list, which an alert's page is below. */
function pageOf({ url }: Alert): string {
  return url.replace(/\/\d+$/, "");
}

function lastShown({ alerts, shown }: Part): Alert {
  return alerts[shown - 1]!;
}

/** Worse first, then what is open for longer; numbers tell apart what was found at the same time. */
function byPressure(one: Alert, other: Alert): number {
  return bySeverity(one, other) || compare(one.createdAt, other.createdAt) ||
    one.number - other.number;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function contextTexts(documents: readonly AlertsDocument[], counts: Counts): string[] {
  const closed = documents.filter(({ available }) => available === false).map((document) =>
    `${SCANNER_FACTS[document.scanner].title} (${REASON_WORDS[document.reason!]})`
  );
  const renamedTo = documents.find((document) => document.renamedTo)?.renamedTo;
  return [
    countsText(counts),
    ...closed.length === 0 ? [] : [`Not covered: ${closed.join(", ")}`],
    ...renamedTo === undefined ? [] : [`Renamed to ${slackText(renamedTo, LONGEST_NAME)}`],
  ];
}

/** Why a scanner saw nothing, in words. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  "no-analysis": "no analysis yet",
  "disabled": "disabled",
  "archived": "archived",
  "legal": "blocked for legal reasons",
  "not-found": "not found",
  "error": "could not be read",
};

/** For example `1 critical, 3 high`. */
function countsText(counts: Counts): string {
  return SEVERITIES.filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}`).join(", ");
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** Characters of the blocks as they are sent, which is more than what is counted. */
function sizeOf(blocks: readonly Block[]): number {
  return JSON.stringify(blocks).length;
}
