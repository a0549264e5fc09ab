import type { BackfillProgress } from "../outputs/repo_snapshot.ts";
import type { BackfillArguments } from "./arguments.ts";
import { readForks } from "./forks.ts";
import { type ListedSubject, readListed } from "./listed_subject.ts";
import { readRepository, repoDocument } from "./repository.ts";
import type { LedgerRun, Reading } from "./run.ts";
import { failIfAnySubject, type Outcomes, readSubjects } from "./subjects.ts";
import { leftOf, windowOf } from "./window.ts";

/** Issues and pull requests of one run at most unless another limit is given. */
const LIMIT = 500;

/** Subjects after which the cursor is written. */
const STEP = 20;

/**
 * `sync_github_backfill`: everything that changed in a window of time, the oldest change first. How
 * far it is stands in the repository's document, written behind what it speaks of, so that a run
 * that was cut off or has reached its limit is gone on with by the next one.
 */
export async function* readBackfill(run: LedgerRun, args: BackfillArguments): Reading {
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
      run.logger.info("{count} were read; run again to go on after {cursor}", {
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
