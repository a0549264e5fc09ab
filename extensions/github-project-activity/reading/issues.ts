import { type ApiIssue, isPull } from "../../platform/subjects/from_api.ts";
import type { SourceArguments } from "./arguments.ts";
import { changedSince } from "./changed.ts";
import { readIssueParts, readMissingIssue } from "./issue.ts";
import { listIssues } from "./listing.ts";
import {
  type Batch,
  DAY_MINUTES,
  type LedgerRun,
  minutesBefore,
  type Reading,
  utc,
} from "./run.ts";
import { failIfAnySubject, firstOf, type Outcomes, readSubjects } from "./subjects.ts";

/** Issues read at most unless another limit is given. */
const LIMIT = 5_000;

/** Issues stored as open that no list tells of, asked for one by one in one run at most. */
const MOST_MISSING = 500;

/**
 * `sync_github_issues`: what changed since a time, the newest change first, then the open issues that
 * did not, and last those that are stored as open and have gone from the lists.
 */
export async function* readIssues(
  run: LedgerRun,
  args: SourceArguments["sync_github_issues"],
): Reading {
  const since = args.since === undefined
    ? minutesBefore(run.input.now, run.input.windowDays * DAY_MINUTES)
    : utc(args.since);
  const limit = args.limit ?? LIMIT;
  const found = new Set<number>();
  const outcomes: Outcomes = [];
  const take = (issues: readonly ApiIssue[]) => {
    const fresh = issues.filter((issue) => !isPull(issue) && !found.has(issue.number));
    const taken = fresh.slice(0, limit - found.size);
    for (const { number } of taken) found.add(number);
    return taken;
  };
  const read = async function* (issues: readonly ApiIssue[]): AsyncGenerator<Batch, boolean> {
    const items = take(issues).map((issue) => ({
      subjectType: "issue" as const,
      number: issue.number,
      issue,
    }));
    return yield* readSubjects(
      run,
      items,
      ({ issue }) => readIssueParts(run, issue, args),
      outcomes,
    );
  };
  for await (const issues of listed(run, since)) {
    if (!(yield* read(issues))) return failIfAnySubject(outcomes);
    if (found.size === limit) {
      run.logger.info("{limit} issues were read, there may be more", { limit });
      return failIfAnySubject(outcomes);
    }
  }
  const gone = firstOf(run, run.input.open.filter((number) => !found.has(number)), MOST_MISSING);
  const missing = gone.map((number) => ({ subjectType: "issue" as const, number }));
  yield* readSubjects(run, missing, ({ number }) => readMissingIssue(run, number, args), outcomes);
  failIfAnySubject(outcomes);
}

/** Issues in the order they are read, page by page. One may come twice. */
async function* listed(run: LedgerRun, since: string): AsyncGenerator<ApiIssue[]> {
  for await (const { items } of listIssues(run, { state: "all", direction: "desc", since })) {
    yield items;
  }
  const beginning = "1970-01-01T00:00:00Z";
  for await (const issues of changedSince(run, { since: beginning, state: "open" })) {
    yield issues;
    if (issues.some(({ updated_at }) => updated_at >= since)) return;
  }
}
