import type { MethodResult } from "../../platform/context.ts";
import { link } from "../worktrees/link.ts";
import { withDocuments } from "../worktrees/open.ts";
import type { AttachArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Links a worktree to a pull request; writes `worktreeSnapshot`. Git is not asked. */
export async function attachWorktree(
  { worktreeId, prNumber }: AttachArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withDocuments(context, (documents) => link(documents, worktreeId, prNumber));
}
