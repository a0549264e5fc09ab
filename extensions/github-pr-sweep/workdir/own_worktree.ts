import { PlatformFailure } from "../../platform/failure.ts";
import { ownWorktreeId } from "../../platform/own_worktree.ts";

/**
 * Looks whether a worktree still leads to the repository of the sweep.
 *
 * @param repository absolute path of the sweep's repository
 * @throws PlatformFailure `refused` when it leads elsewhere.
 */
export async function assertOwnWorktree(repository: string, folder: string): Promise<void> {
  if (await ownWorktreeId(repository, folder) !== undefined) return;
  throw new PlatformFailure("refused", {
    reason: `${folder} is not a worktree of the sweep any more: its .git leads elsewhere`,
    hint: "Keep what you need of it, move it away, then run again",
  });
}
