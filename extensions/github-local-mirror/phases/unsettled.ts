import { PlatformFailure } from "../../platform/failure.ts";
import { fullPr } from "../../platform/subjects/from_pull.ts";
import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import { areUnsettled, noteUnsettled, readChecks } from "../details/checks.ts";
import { askPull } from "../details/take_pull.ts";
import { documentName, recordError, saveRun, type SyncRun } from "../run/sync_run.ts";
import type { PhaseEnd } from "./phase.ts";

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
