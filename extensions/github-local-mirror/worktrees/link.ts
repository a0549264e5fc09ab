import { PlatformFailure } from "../../platform/failure.ts";
import type { WorktreeSnapshot } from "../outputs/worktrees.ts";
import type { Documents } from "./documents.ts";
import { isWorktreeId } from "./id.ts";

/**
 * Links a worktree to a pull request. Only documents change.
 *
 * @throws PlatformFailure `not_found`, or `conflict` while it is linked to another one
 */
export async function link(documents: Documents, id: string, prNumber: number): Promise<void> {
  const snapshot = await documentOf(documents, id);
  const [pull, head] = await Promise.all([documents.pull(prNumber), documents.head(prNumber)]);
  if (pull === null && head === null) {
    throw new PlatformFailure("not_found", {
      reason: `pull request #${prNumber} is not in the mirror`,
      hint: "Check the number, and run 'sync'",
    });
  }
  if (snapshot.prNumber !== null && snapshot.prNumber !== prNumber) {
    throw new PlatformFailure("conflict", {
      reason: `${id} is linked to #${snapshot.prNumber}`,
      hint: "Run 'detach_worktree' first",
    });
  }
  const prHeadSha = head?.headSha ?? null;
  await keep(documents, { ...snapshot, prNumber, prHeadSha, outcome: "attached" });
}

/**
 * Unlinks a worktree from its pull request. Only documents change.
 *
 * @throws PlatformFailure `not_found`
 */
export async function unlink(documents: Documents, id: string): Promise<void> {
  const snapshot = await documentOf(documents, id);
  await keep(documents, { ...snapshot, prNumber: null, prHeadSha: null, outcome: "detached" });
}

async function documentOf(documents: Documents, id: string): Promise<WorktreeSnapshot> {
  const snapshot = isWorktreeId(id) ? await documents.snapshot(id) : null;
  if (snapshot !== null && snapshot.state !== "removed") return snapshot;
  throw unknownWorktree(id);
}

async function keep(documents: Documents, snapshot: WorktreeSnapshot): Promise<void> {
  await documents.keepSnapshot({ ...snapshot, fetchedAt: new Date().toISOString() });
}

/** No worktree has this id. */
export function unknownWorktree(id: string): PlatformFailure {
  return new PlatformFailure("not_found", {
    reason: `there is no worktree ${JSON.stringify(id.slice(0, 80))}`,
    hint: "Run 'analyze_worktrees' and look at the names of worktreeSnapshot",
  });
}
