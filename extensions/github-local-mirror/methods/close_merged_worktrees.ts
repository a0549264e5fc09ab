import type { MethodResult } from "../../platform/context.ts";
import { closeMerged } from "../worktrees/close_merged.ts";
import { withMirror } from "../worktrees/open.ts";
import { settle } from "../worktrees/settle.ts";
import type { MirrorContext } from "../context/context.ts";

/** Removes the worktrees of merged pull requests; writes `worktreeCleanupRun` and their snapshots. */
export async function closeMergedWorktrees(
  _args: object,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    await closeMerged(mirror, (await settle(mirror)).values());
  });
}
