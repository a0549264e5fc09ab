import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { LedgerIssue, LedgerPr } from "../outputs/subjects.ts";
import type { SubjectEvents } from "../stored/subject_events.ts";

/**
 * When a person did something on a subject last. What bots do does not count, nor does putting the
 * label of stale subjects on it or taking it off. Where not everything that was said is stored, the
 * time of the last change stands for it: what is not known is not taken for silence.
 *
 * @returns ISO 8601
 */
export function lastActivity(
  subject: LedgerPr | LedgerIssue,
  stored: Pick<SubjectEvents, "events" | "whole">,
  staleLabel: string,
): string {
  const times = [subject.createdAt, subject.lastConversationAt];
  if (isPr(subject)) times.push(subject.lastCodeChangeAt);
  times.push(...stored.events.filter((event) => isActivity(event, staleLabel)).map(({ at }) => at));
  if (!isWhole(subject, stored)) times.push(subject.updatedAt);
  return newest(times.filter((time) => time !== null));
}

/** Whether everything that people said and pushed is stored, as far as GitHub's counts tell. */
export function isWhole(
  subject: LedgerPr | LedgerIssue,
  { events, whole }: Pick<SubjectEvents, "events" | "whole">,
): boolean {
  const count = (type: string) => events.filter((event) => event.type === type).length;
  if (!whole || count("commented") < subject.comments) return false;
  if (!isPr(subject)) return true;
  const { reviewComments, reviewers, lastCodeChangeAt } = subject;
  return reviewComments !== null && count("line-commented") >= reviewComments &&
    reviewers !== null && lastCodeChangeAt !== null;
}

function isPr(subject: LedgerPr | LedgerIssue): subject is LedgerPr {
  return "mergeConflict" in subject;
}

function isActivity({ type, actorType, detail, visibility }: LedgerEvent, staleLabel: string) {
  // What is private must not show in a classification that everybody may see.
  if (actorType === "bot" || visibility === "private") return false;
  const marks = type === "labeled" || type === "unlabeled";
  return !(marks && detail?.toLowerCase() === staleLabel.toLowerCase());
}

/** By the clock: texts of times with and without fractions of a second do not sort like times. */
function newest(times: readonly string[]): string {
  const last = times.reduce((one, other) => Date.parse(other) > Date.parse(one) ? other : one);
  return new Date(last).toISOString();
}

const DAY = 24 * 60 * 60 * 1000;

/** Whether a time lies so many days back, or more. A time that is not known says nothing against it. */
export function isIdle(since: string | null, days: number, now: Date): boolean {
  return since === null || now.getTime() - Date.parse(since) >= days * DAY;
}

/** Whole days since then. */
export function idleDays(since: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(since)) / DAY);
}
