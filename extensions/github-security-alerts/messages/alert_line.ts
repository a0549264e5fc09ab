import type {
  Alert,
  CodeScanningAlert,
  DependabotAlert,
  SecretAlert,
} from "../../platform/alerts/alert.ts";
import { slackLink, slackText } from "../../platform/slack.ts";

/** Characters of what a line shows at most: together less than a section holds. */
const LONGEST = { title: 400, url: 250, place: 200 };

/** The alert in one line of markup: severity, title with a link, where, and since when. */
export function alertLine(alert: Alert): string {
  const title = linked(alert.title, alert.url);
  const place = placeOf(alert);
  const where = place === undefined ? "" : ` in ${slackText(place, LONGEST.place)}`;
  return `• *${alert.severity}* ${title}${where}, since ${
    slackText(alert.createdAt.slice(0, "2026-01-01".length))
  }`;
}

/** A text that leads to an address, unless the address is too long for a message. */
export function linked(text: string, url: string): string {
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
