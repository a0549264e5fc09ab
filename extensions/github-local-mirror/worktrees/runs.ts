import { PlatformFailure } from "../../platform/failure.ts";
import type { WorktreeResult, WorktreeRun } from "../outputs/worktree_run.ts";
import type { Mirror } from "./mirror.ts";
import { tellRun } from "./told.ts";

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
    hint: "The document of this run tells why each did",
  });
}
