import { PlatformFailure } from "../../platform/failure.ts";
import { isGone } from "../../platform/gone.ts";
import { askPresence, markGone } from "../details/take_presence.ts";
import { takeIssueComments } from "../details/take_issue_comments.ts";
import { takePull } from "../details/take_pull.ts";
import { dequeue, nextOf } from "../run/queue.ts";
import { recordError, saveRun, type SyncRun } from "../run/sync_run.ts";
import type { QueueEntry } from "../state/sync_state.ts";
import { takeSubjects } from "../streams/take_subjects.ts";
import type { PhaseEnd } from "./phase.ts";

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
