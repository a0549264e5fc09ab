import { PlatformFailure } from "../../platform/failure.ts";
import type { WorktreeResult, WorktreeRun } from "../outputs/worktrees.ts";
import { isThere } from "./analyze.ts";
import type { Entry } from "./entries.ts";
import type { Mirror } from "./mirror.ts";
import { removeWorktree } from "./remove.ts";
import { snapshotOf } from "./snapshot.ts";
import { tellRun } from "./run_log.ts";

/** A run over several worktrees. */
export interface Run {
  /** Adds the outcome of one. */
  add(result: Pick<WorktreeResult, "worktreeId" | "outcome"> & Partial<WorktreeResult>): void;
  /** Does something with one; what fails is told of it, and the run goes on. */
  attempt(
    about: Pick<WorktreeResult, "worktreeId" | "prNumber">,
    body: () => Promise<void>,
  ): Promise<void>;
}

/**
 * Goes over several worktrees and writes down the outcome of each, also when it is stopped. After
 * that it fails if one has failed.
 *
 * @throws PlatformFailure naming the worktrees that failed; the signal's reason
 */
export async function runOver(
  mirror: Mirror,
  spec: "worktreeCleanupRun" | "worktreeRefreshRun",
  dryRun: boolean,
  body: (run: Run) => Promise<void>,
): Promise<void> {
  const { signal } = mirror.objects;
  const startedAt = new Date().toISOString();
  const results: WorktreeResult[] = [];
  const add: Run["add"] = (result) => void results.push({ ...UNTOLD, ...result });
  const attempt: Run["attempt"] = async (about, one) => {
    signal.throwIfAborted();
    try {
      await one();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PlatformFailure)) throw error;
      const { code, message } = error;
      add({ ...about, outcome: "failed", error: { code, message } });
    }
  };
  let stopped = true;
  try {
    await body({ add, attempt });
    stopped = false;
  } finally {
    const failed = results.some(({ outcome }) => outcome === "failed");
    const run: WorktreeRun = {
      repo: mirror.repo,
      startedAt,
      finishedAt: new Date().toISOString(),
      dryRun,
      counts: countsOf(results),
      results,
      complete: !stopped && !failed,
    };
    await mirror.documents.keepRun(spec, run);
    tellRun(mirror, run);
  }
  throwIfFailed(results);
}

const UNTOLD = { prNumber: null, before: null, after: null, reasons: [], error: null };

function countsOf(results: readonly WorktreeResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function throwIfFailed(results: readonly WorktreeResult[]): void {
  const failed = results.filter(({ error }) => error !== null);
  const [first] = failed;
  if (first === undefined) return;
  const names = failed.slice(0, 10).map(({ worktreeId }) => worktreeId).join(", ");
  const more = failed.length > 10 ? ` and ${failed.length - 10} more` : "";
  throw new PlatformFailure("conflict", {
    reason: `${failed.length} of ${results.length} worktrees failed: ${names}${more}. ` +
      `The first: ${first.error!.message}`,
    hint: "The document of this run has all reasons",
  });
}

/**
 * Removes the worktrees of merged pull requests, unless something would be lost; branches stay. Those
 * of pull requests that were closed without merging are left.
 */
export async function closeMerged(mirror: Mirror, entries: Iterable<Entry>): Promise<void> {
  await runOver(mirror, "worktreeCleanupRun", false, async (run) => {
    for (const entry of entries) {
      const linked = entry.snapshot ?? await snapshotOf(mirror, entry, { outcome: "exists" });
      const { prNumber, headSha } = linked;
      if (prNumber === null || !isThere(entry)) continue;
      const about = { worktreeId: entry.id, prNumber };
      await run.attempt(about, async () => {
        const state = (await mirror.documents.pull(prNumber))?.state;
        const before = entry.registered?.head ?? headSha;
        if (state === "closed" || state === "deleted") {
          const reasons = [`its pull request is ${state}, and was not merged`];
          run.add({ ...about, outcome: "kept", before, after: before, reasons });
        }
        if (state !== "merged") return;
        const removal = await removeWorktree(mirror, entry, { force: false, deleteBranch: false });
        const { removed, reasons, keptRefs } = removal;
        if (removed) {
          const said = { state: "removed", outcome: "removed", keptRefs } as const;
          await mirror.documents.keepSnapshot(await snapshotOf(mirror, entry, said));
        }
        const outcome = removed ? "removed" : "blocked";
        run.add({ ...about, outcome, before, after: removed ? null : before, reasons });
      });
    }
  });
}
