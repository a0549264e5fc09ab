import { PlatformFailure } from "../../platform/failure.ts";
import type { BackfillProgress } from "../outputs/repository.ts";
import type { SourceArguments } from "./arguments.ts";
import { changedSince } from "./changed.ts";
import { readForks } from "./forks.ts";
import { type ListedSubject, listedSubject, readListed } from "./listed_subject.ts";
import { newestPulls } from "./recent.ts";
import { readRepository, repoDocument } from "./repository.ts";
import {
  DAY_MINUTES,
  type LedgerRun,
  minutesBefore,
  type Reading,
  type RunInput,
  utc,
} from "./run.ts";
import { failIfAnySubject, isSwitchedOff, type Outcomes, readSubjects } from "./subjects.ts";

/** Issues and pull requests of one run at most unless another limit is given. */
const LIMIT = 500;

/** Subjects after which the cursor is written. */
const STEP = 20;

/**
 * `sync_github_backfill`: everything that changed in a window of time, the oldest change first. How
 * far it is stands in the repository's document, written behind what it speaks of, so that a run
 * that was cut off or has reached its limit is gone on with by the next one.
 */
export async function* readBackfill(
  run: LedgerRun,
  args: SourceArguments["sync_github_backfill"],
): Reading {
  let progress = windowOf(run.input, args);
  const repository = await readRepository(run);
  const save = () => ({ documents: [repoDocument(run, repository, progress)] });
  yield save();
  if (args.includeForkIndex) yield* readForks(run, { includeConfiguredKnownForks: true });

  const begun = progress.cursor;
  const outcomes: Outcomes = [];
  let newest = progress.cursor;
  for await (const subjects of leftOf(run, progress, STEP)) {
    const goesOn = yield* readSubjects(run, subjects, (one) => readListed(run, one), outcomes);
    if (!goesOn) return failIfAnySubject(outcomes);
    [progress, newest] = moved(progress, newest, subjects);
    yield save();
    if (outcomes.length >= (args.limit ?? LIMIT) && progress.cursor !== begun) {
      run.logger.info("{count} read; run again to continue after {cursor}", {
        count: outcomes.length,
        cursor: progress.cursor,
      });
      return failIfAnySubject(outcomes);
    }
  }
  progress = { ...progress, cursor: progress.until, complete: true };
  yield save();
  failIfAnySubject(outcomes);
}

/** The progress behind some more subjects, and the newest time of change among them. */
function moved(
  progress: BackfillProgress,
  before: string | null,
  subjects: readonly ListedSubject[],
): [BackfillProgress, string] {
  const times = [...subjects.map(({ updatedAt }) => updatedAt), ...(before ? [before] : [])].sort();
  const newest = times.at(-1)!;
  // Of the newest second more may follow: the cursor stays before it.
  const cursor = times.findLast((time) => time < newest) ?? progress.cursor;
  return [{ ...progress, cursor }, newest];
}

/**
 * The window of a backfill: that of an earlier run which is not complete, unless other times are
 * given, else a new one.
 *
 * @throws PlatformFailure `refused` when it ends before it begins.
 */
function windowOf(
  { backfill, now, windowDays }: RunInput,
  { since, until, includeClosed }: SourceArguments["sync_github_backfill"],
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
    reason: `it begins at ${window.since}, but ends at ${window.until}`,
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
