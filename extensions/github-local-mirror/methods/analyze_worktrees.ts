import type { MethodResult } from "../../platform/context.ts";
import { analyze } from "../worktrees/analyze.ts";
import { withMirror } from "../worktrees/open.ts";
import { settle } from "../worktrees/settle.ts";
import type { MirrorContext } from "../context/context.ts";

/** Looks at every worktree; writes `worktreeAnalysis` for each, and `worktreeSnapshot` where it changed. */
export async function analyzeWorktrees(
  _args: object,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    await analyze(mirror, (await settle(mirror)).values());
  });
}
