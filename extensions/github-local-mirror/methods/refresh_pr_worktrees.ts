import type { MethodResult } from "../../platform/context.ts";
import { entriesOf } from "../worktrees/entries.ts";
import { withMirror } from "../worktrees/open.ts";
import { refresh } from "../worktrees/refresh.ts";
import { settle } from "../worktrees/settle.ts";
import type { RefreshArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Brings worktrees up to their pull requests; writes `worktreeRefreshRun` and their snapshots. */
export async function refreshPrWorktrees(
  args: RefreshArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    const entries = args.dryRun ? await entriesOf(mirror) : await settle(mirror);
    await refresh(mirror, entries, args);
  });
}
