import type { MethodResult } from "../../platform/context.ts";
import { isWorktreeId } from "../worktrees/id.ts";
import { unknownWorktree } from "../worktrees/link.ts";
import { withMirror } from "../worktrees/open.ts";
import { refusedRemoval, removeWorktree as remove } from "../worktrees/remove.ts";
import { settle } from "../worktrees/settle.ts";
import { snapshotOf } from "../worktrees/snapshot.ts";
import type { RemoveArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Removes a worktree; writes `worktreeSnapshot`, with the reasons that `force` overruled. */
export async function removeWorktree(
  { worktreeId, force, deleteBranch }: RemoveArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    const entry = isWorktreeId(worktreeId) ? (await settle(mirror)).get(worktreeId) : undefined;
    if (entry === undefined) throw unknownWorktree(worktreeId);
    const { removed, ...told } = await remove(mirror, entry, { force, deleteBranch });
    if (!removed) throw refusedRemoval(worktreeId, told.reasons);
    const said = { state: "removed", outcome: "removed", ...told } as const;
    await mirror.documents.keepSnapshot(await snapshotOf(mirror, entry, said));
    mirror.tell(`removed ${worktreeId}`);
  });
}
