import { isGone } from "../../platform/failure.ts";
import type { SourceArguments } from "./arguments.ts";
import { listPulls } from "./listing.ts";
import { readPullRequest } from "./pull.ts";
import type { LedgerRun, Reading } from "./run.ts";
import {
  failIfAnySubject,
  firstOf,
  goneSubject,
  type Outcomes,
  readSubjects,
  type SubjectResult,
} from "./subjects.ts";

/** Open pull requests read at most, and those that are no longer open. */
const MOST_OPEN = 10_000;
const MOST_CLOSED = 500;

/**
 * `sync_github_prs`: the open pull requests, and the outcome of those that are stored as open and
 * are so no longer.
 */
export async function* readPulls(
  run: LedgerRun,
  args: SourceArguments["sync_github_prs"],
): Reading {
  const outcomes: Outcomes = [];
  const open = new Set<number>();
  const sorted = { state: "open", sort: "created", direction: "asc" } as const;
  for await (const { items } of listPulls(run, sorted)) {
    for (const { number } of items) open.add(number);
    if (open.size >= MOST_OPEN) {
      run.logger.warn("there are more than {count} open pull requests", { count: MOST_OPEN });
      break;
    }
  }
  const closed = firstOf(run, run.input.open.filter((number) => !open.has(number)), MOST_CLOSED);
  const items = [...open, ...closed].map((number) => ({ subjectType: "pr" as const, number }));
  yield* readSubjects(run, items, ({ number }) => readKnownPull(run, number, args), outcomes);
  failIfAnySubject(outcomes);
}

/** `sync_github_pr_by_number`: one pull request, whatever its state. */
export async function* readPullByNumber(
  run: LedgerRun,
  args: SourceArguments["sync_github_pr_by_number"],
): Reading {
  const { batch, failure } = await readPullRequest(run, args.prNumber, args);
  yield batch;
  if (failure !== undefined) throw failure;
}

/** A pull request of a list that was read: one that is not found is gone. */
export async function readKnownPull(
  run: LedgerRun,
  number: number,
  args: SourceArguments["sync_github_prs"],
): Promise<SubjectResult> {
  try {
    return await readPullRequest(run, number, args);
  } catch (error) {
    if (!isGone(error)) throw error;
    const subject = goneSubject(run, { subjectType: "pr", number });
    return { batch: { subjects: [subject] }, failure: undefined };
  }
}
