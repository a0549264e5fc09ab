import type { MethodResult } from "../../platform/context.ts";
import { unlink } from "../worktrees/link.ts";
import { withDocuments } from "../worktrees/open.ts";
import type { DetachArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Unlinks a worktree from its pull request; writes `worktreeSnapshot`. Git is not asked. */
export async function detachWorktree(
  { worktreeId }: DetachArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withDocuments(context, (documents) => unlink(documents, worktreeId));
}
