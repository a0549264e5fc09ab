import type { SourceArguments } from "./arguments.ts";
import { listedPull, type ListedSubject, listedSubject, readListed } from "./listed_subject.ts";
import { listIssues, listPulls } from "./listing.ts";
import { type LedgerRun, minutesBefore, type Reading } from "./run.ts";
import { failIfAnySubject, isSwitchedOff, type Outcomes, readSubjects } from "./subjects.ts";

/** Pull requests read at most, and issues as well. */
const MOST = 100;

/** `sync_github_recent_activity`: what changed in the last minutes, the newest change first. */
export async function* readRecent(
  run: LedgerRun,
  args: SourceArguments["sync_github_recent_activity"],
): Reading {
  const since = minutesBefore(run.input.now, args.lookbackMinutes);
  const room = {
    pr: args.includeOpenPrs ? MOST : 0,
    issue: args.includeRecentlyUpdatedIssues ? MOST : 0,
  };
  const taken = new Map<number, ListedSubject>();
  for await (const subject of newestFirst(run, since)) {
    if (room.pr + room.issue === 0) break;
    if (taken.has(subject.number) || room[subject.subjectType] === 0) continue;
    taken.set(subject.number, subject);
    room[subject.subjectType] -= 1;
  }
  const outcomes: Outcomes = [];
  yield* readSubjects(run, [...taken.values()], (one) => readListed(run, one), outcomes);
  failIfAnySubject(outcomes);
}

/** What changed since a time. Where issues are switched off, there are pull requests all the same. */
async function* newestFirst(run: LedgerRun, since: string): AsyncGenerator<ListedSubject> {
  try {
    for await (const { items } of listIssues(run, { state: "all", direction: "desc", since })) {
      yield* items.map(listedSubject).filter(({ updatedAt }) => updatedAt >= since);
    }
  } catch (error) {
    if (!isSwitchedOff(error)) throw error;
    yield* newestPulls(run, since);
  }
}

/** Pull requests that changed since a time, the newest change first. */
export async function* newestPulls(run: LedgerRun, since: string): AsyncGenerator<ListedSubject> {
  const list = { state: "all", sort: "updated", direction: "desc" } as const;
  for await (const { items } of listPulls(run, list)) {
    for (const item of items) {
      if (item.updated_at < since) return;
      yield listedPull(item);
    }
  }
}
