import type { Entry } from "./entries.ts";
import { isThere } from "./analyze.ts";
import type { Mirror } from "./mirror.ts";
import { removeWorktree } from "./remove.ts";
import { runOver } from "./runs.ts";
import { snapshotOf } from "./snapshot.ts";

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
