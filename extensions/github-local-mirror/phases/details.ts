import { isGone, PlatformFailure } from "../../platform/failure.ts";
import { fullPr } from "../../platform/subjects/from_api.ts";
import type { PrSnapshot } from "../../platform/subjects/snapshots.ts";
import { areUnsettled, noteUnsettled, readChecks } from "../details/checks.ts";
import { askPresence, markGone, takeIssueComments } from "../details/take_issue.ts";
import { askPull, takePull } from "../details/take_pull.ts";
import { dequeue, nextOf } from "../run/queue.ts";
import {
  documentName,
  type PhaseEnd,
  recordError,
  saveRun,
  type SyncRun,
} from "../run/sync_run.ts";
import type { QueueEntry } from "../state/sync_state.ts";
import { takeSubjects } from "../streams/take_subjects.ts";

/** Entries after which the log says how far it is. */
const ENTRIES_A_LINE = 25;

/** Failures one after the other after which the platform is left alone. */
const MOST_FAILURES = 5;

/** Asks for what is in the queue, newest open ones first; what fails is tried again by the next sync. */
export async function readDetails(run: SyncRun): Promise<PhaseEnd> {
  const { state } = run;
  const tried = new Set<QueueEntry>();
  let items = 0;
  let failures = 0;
  for (let entry = nextOf(state, tried); entry !== undefined; entry = nextOf(state, tried)) {
    run.asking.assertTime();
    try {
      await takeEntry(run, entry);
      dequeue(state, entry);
      failures = 0;
      items += 1;
    } catch (error) {
      if (!(error instanceof PlatformFailure)) throw error;
      failures += 1;
      if (concernsAll(error) || failures === MOST_FAILURES) throw error;
      entry.tries += 1;
      tried.add(entry);
      recordError(run, `${run.repo}#${entry.number}`, error.code, error.message);
    }
    await saveRun(run);
    if (items % ENTRIES_A_LINE === 0) tell(run, items);
  }
  return { complete: state.queue.length === 0, items };
}

async function takeEntry(run: SyncRun, { number, want }: QueueEntry): Promise<void> {
  try {
    if (want === "details") return await takePull(run, number);
    if (want === "comments") return await takeIssueComments(run, number);
  } catch (error) {
    if (!isGone(error)) throw error;
    await markGone(run, number, null);
    return;
  }
  const found = await askPresence(run, number);
  if (found !== null) await takeSubjects(run, [found]);
}

/** A refusal that the next entry would get, too. */
function concernsAll({ code }: PlatformFailure): boolean {
  return code === "unauthorized" || code === "sso_required" || code === "suspended" ||
    code === "legal";
}

function tell({ context, state }: SyncRun, items: number): void {
  context.logger.info("details: {items} read, {left} left", { items, left: state.queue.length });
}

/**
 * Asks again for the checks of open pull requests that were pending, and for what the platform was still
 * working out: neither changes a pull request's time of change.
 *
 * @param settled numbers that were asked for in detail by this run
 */
export async function readUnsettled(
  run: SyncRun,
  settled: ReadonlySet<number>,
): Promise<PhaseEnd> {
  const numbers = run.state.unsettled.filter((number) => !settled.has(number));
  let failed = 0;
  for (const number of numbers) {
    run.asking.assertTime();
    try {
      await look(run, number);
    } catch (error) {
      if (!(error instanceof PlatformFailure)) throw error;
      failed += 1;
      recordError(run, `the checks of ${run.repo}#${number}`, error.code, error.message);
    }
    await saveRun(run);
  }
  return { complete: failed === 0, items: numbers.length };
}

async function look(run: SyncRun, number: number): Promise<void> {
  const name = documentName(run, "prSnapshot", String(number));
  const [found] = await run.context.readResources([name]);
  const stored = found as unknown as PrSnapshot | null;
  if (stored?.state !== "open" || stored.head === null) {
    return noteUnsettled(run, number, false);
  }
  const snapshot = stored.mergeable === null ? await again(run, stored) : stored;
  const { document, checks } = await readChecks(run, number, snapshot.head!.sha);
  await run.documents.write([{ spec: "prSnapshot", name, data: snapshot }, document]);
  const unsettled = areUnsettled(run, checks, snapshot.updatedAt) || snapshot.mergeable === null;
  noteUnsettled(run, number, snapshot.state === "open" && unsettled);
}

/**
 * The page read again. What its reviews say is kept: a new one would have put it into the queue. What
 * changed after the list was read is left to the next sync, which sees by the time of change that it
 * has to read all of it.
 */
async function again(run: SyncRun, stored: PrSnapshot): Promise<PrSnapshot> {
  const pull = await askPull(run, stored.number);
  if (pull.updated_at > stored.updatedAt) return stored;
  const { reviewers, reviewDecision, detailsOf } = stored;
  const fetchedAt = new Date().toISOString();
  const snapshot = fullPr(pull, null, { repo: run.repo, fetchedAt });
  return { ...snapshot, reviewers, reviewDecision, detailsOf };
}
