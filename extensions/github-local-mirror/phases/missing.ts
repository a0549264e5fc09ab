import { PER_PAGE } from "../../platform/page.ts";
import { readIssue } from "../../platform/subjects/from_api.ts";
import { wholeList } from "../asking/asking.ts";
import { enqueue } from "../run/queue.ts";
import { type PhaseEnd, readEach, saveRun, type SyncRun } from "../run/sync_run.ts";
import { takeSubjects } from "../streams/take_subjects.ts";
import { readRepository } from "./repository.ts";

/**
 * Finds what is open here and gone there: deleted, moved to another repository, made a discussion. No
 * list tells of it, but the platform counts what is open. When that count and ours part, everything that
 * is open is listed once: what is missing there is asked for, what is missing here is taken.
 */
export async function findMissing(run: SyncRun): Promise<PhaseEnd> {
  const { state } = run;
  const done = { complete: true, items: 0 };
  if (!state.reached.index || !state.repository?.hasIssues) return done;
  if (gapOf(run) === state.gap) return done;
  // Somebody may have opened or closed one since the repository was read.
  await readRepository(run);
  if (gapOf(run) === state.gap) return done;

  const what = `the open issues and pull requests of ${run.repo}`;
  const { items, truncated } = await wholeList(
    run.asking,
    what,
    "GET /repos/{owner}/{repo}/issues",
    { ...run.target, state: "open", sort: "created", direction: "asc", per_page: PER_PAGE },
    run.context.globalArgs.maxApiPages,
  );
  if (truncated) return { complete: false, items: items.length };
  const listed = new Set(readEach(run, what, items, readIssue).map(({ number }) => number));
  const known = new Set([...state.open.prs, ...state.open.issues]);
  for (const number of known) {
    if (listed.has(number)) continue;
    enqueue(state, { number, want: "presence", open: true, updatedAt: "" });
  }
  const { firstSyncSince } = run.context.globalArgs;
  if (firstSyncSince === undefined) {
    const unknown = items.filter((item) => !known.has((item as { number: number }).number));
    for (let from = 0; from < unknown.length; from += PER_PAGE) {
      await takeSubjects(run, unknown.slice(from, from + PER_PAGE));
    }
  }
  // What stays different, for example what came before firstSyncSince, is not looked for again.
  state.gap = state.repository.openCount - listed.size +
    (firstSyncSince === undefined ? 0 : [...listed].filter((number) => !known.has(number)).length);
  await saveRun(run);
  return { complete: true, items: items.length };
}

/** How many more open subjects the platform counts than are stored. */
function gapOf({ state: { repository, open } }: SyncRun): number {
  return repository!.openCount - open.prs.length - open.issues.length;
}
