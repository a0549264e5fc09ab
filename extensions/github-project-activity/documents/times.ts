import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import type { SubjectSnapshot } from "../../platform/subjects/snapshot_fields.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { LedgerIssue } from "../outputs/issue_snapshot.ts";
import type { LedgerPr } from "../outputs/pr_snapshot.ts";

/** Events in which somebody says something. */
const SAID: readonly string[] = ["commented", "reviewed", "line-commented"];

/** Events that change a pull request's code. */
const CODE: readonly string[] = ["committed", "head_ref_force_pushed"];

/**
 * When a person wrote last: a comment, a review, or the subject itself. An account that is gone was
 * a person's; null when only bots wrote.
 */
export function lastConversation(
  subject: Pick<SubjectSnapshot, "authorType" | "createdAt">,
  events: readonly LedgerEvent[],
): string | null {
  const opened = subject.authorType === "bot" ? [] : [subject.createdAt];
  const said = events.filter(({ type, actorType }) => SAID.includes(type) && actorType !== "bot")
    .map(({ at }) => at);
  return newest([...opened, ...said]);
}

/**
 * When a pull request's code changed last. Commits tell their author's clock, so none counts as
 * later than GitHub says that the pull request changed. Without a timeline, a head that moved since
 * it was read last did so by then at the latest.
 */
export function lastCodeChange(
  pr: Pick<PrSnapshot, "head" | "updatedAt">,
  events: readonly LedgerEvent[],
  stored: LedgerPr | LedgerIssue | null,
): string | null {
  const pushed = events.filter(({ type }) => CODE.includes(type)).map(({ at }) => at);
  const known = newest(pushed);
  const before = stored !== null && "head" in stored ? stored : null;
  const moved = before?.head && pr.head && before.head.sha !== pr.head.sha;
  const shown = pr.head !== null && events.some(({ sha }) => sha === pr.head!.sha);
  if (moved && !shown) return pr.updatedAt;
  if (known === null) return before?.lastCodeChangeAt ?? null;
  return earlier(known, pr.updatedAt);
}

function newest(times: readonly string[]): string | null {
  return times.reduce<string | null>(
    (last, time) => last === null || time > last ? time : last,
    null,
  );
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
