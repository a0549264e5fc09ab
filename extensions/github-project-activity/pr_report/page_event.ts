import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { PageEvent } from "../outputs/pr_report.ts";

/** Characters of a text that a page shows. */
const EXCERPT = 280;

/** Which events a page may show. */
export interface Wanted {
  includePrivate: boolean;
  /** ISO 8601; both included. */
  since: string | null;
  until: string | null;
}

/** Whether a page may show the event. */
export function isWanted(
  { visibility, at }: Pick<LedgerEvent, "visibility" | "at">,
  { includePrivate, since, until }: Wanted,
): boolean {
  const time = Date.parse(at);
  // Only what says that it is public counts as public.
  return (includePrivate || visibility === "public") &&
    (since === null || time >= Date.parse(since)) &&
    (until === null || time <= Date.parse(until));
}

/** An event as a page shows it. */
export function toPageEvent(event: LedgerEvent): PageEvent {
  const { at, type, actor, visibility, state, detail, summary, body, path, line, url } = event;
  return {
    at,
    type,
    actor,
    visibility,
    about: state ?? summary ?? detail ?? null,
    excerpt: excerptOf(body),
    place: path === undefined ? null : line === undefined ? path : `${path}:${line}`,
    url: url ?? null,
    tags: event.tags ?? [],
    artifactRefs: event.artifactRefs ?? [],
  };
}

/** The beginning of a text, never through a character; null when there is none. */
export function excerptOf(text: string | null | undefined, most = EXCERPT): string | null {
  if (text === null || text === undefined || text.trim() === "") return null;
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** Newest first, by the clock. */
export function newestFirst(events: readonly LedgerEvent[]): LedgerEvent[] {
  return events.toSorted((one, other) =>
    Date.parse(other.at) - Date.parse(one.at) ||
    (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  );
}
