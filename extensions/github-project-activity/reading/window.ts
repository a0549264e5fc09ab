import { PlatformFailure } from "../../platform/failure.ts";
import type { BackfillProgress } from "../outputs/repo_snapshot.ts";
import type { BackfillArguments } from "./arguments.ts";
import { changedSince } from "./changed.ts";
import { isSwitchedOff } from "./gone.ts";
import { type ListedSubject, listedSubject } from "./listed_subject.ts";
import { newestPulls } from "./recent.ts";
import type { LedgerRun, RunInput } from "./run.ts";
import { DAY_MINUTES, minutesBefore, utc } from "./time.ts";

/**
 * The window of a backfill: that of an earlier run which is not complete, unless other times are
 * given, else a new one.
 *
 * @throws PlatformFailure `refused` when it ends before it begins.
 */
export function windowOf(
  { backfill, now, windowDays }: RunInput,
  { since, until, includeClosed }: BackfillArguments,
): BackfillProgress {
  const begins = since === undefined ? undefined : utc(since);
  const ends = until === undefined ? undefined : earlier(utc(until), now);
  const goesOn = backfill !== null && !backfill.complete &&
    backfill.includeClosed === includeClosed &&
    (begins ?? backfill.since) === backfill.since && (ends ?? backfill.until) === backfill.until;
  if (goesOn) return backfill;
  const window = {
    since: begins ?? minutesBefore(ends ?? now, windowDays * DAY_MINUTES),
    until: ends ?? now,
  };
  if (window.since <= window.until) {
    return { ...window, includeClosed, cursor: null, complete: false };
  }
  throw new PlatformFailure("refused", {
    what: "the window of the backfill",
    reason: `it begins at ${window.since} and ends at ${window.until}, before that`,
    hint: "Give an earlier since or a later until",
  });
}

/** What is left of a window, the oldest change first, so many subjects at a time. */
export async function* leftOf(
  run: LedgerRun,
  { since, until, includeClosed, cursor }: BackfillProgress,
  step: number,
): AsyncGenerator<ListedSubject[], void, void> {
  const wanted = ({ updatedAt, open }: ListedSubject) =>
    (cursor === null ? updatedAt >= since : updatedAt > cursor) && updatedAt <= until &&
    (open || includeClosed);
  for await (const page of oldestFirst(run, cursor ?? since, includeClosed)) {
    const left = page.filter(wanted);
    for (let from = 0; from < left.length; from += step) yield left.slice(from, from + step);
    if (page.some(({ updatedAt }) => updatedAt > until)) return;
  }
}

/** Where issues are switched off, there are pull requests all the same: their list ends at no time. */
async function* oldestFirst(
  run: LedgerRun,
  since: string,
  includeClosed: boolean,
): AsyncGenerator<ListedSubject[], void, void> {
  try {
    const list = { since, state: includeClosed ? "all" : "open" } as const;
    for await (const page of changedSince(run, list)) yield page.map(listedSubject);
  } catch (error) {
    if (!isSwitchedOff(error)) throw error;
    const byNumber = new Map<number, ListedSubject>();
    for await (const subject of newestPulls(run, since)) {
      if (!byNumber.has(subject.number)) byNumber.set(subject.number, subject);
    }
    yield [...byNumber.values()].reverse();
  }
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
