import type { MethodResult } from "../../platform/context.ts";
import { withMirror } from "../worktrees/open.ts";
import { prepare, wantedForPull } from "../worktrees/prepare.ts";
import { settle } from "../worktrees/settle.ts";
import { tellPlace } from "../worktrees/told.ts";
import type { PrepareArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Makes the worktree of a pull request's current head, or finds it; writes `worktreeSnapshot`. */
export async function prepareWorktree(
  { prNumber, identity }: PrepareArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    const entries = await settle(mirror);
    const wanted = await wantedForPull(mirror, prNumber, identity);
    tellPlace(mirror, await prepare(mirror, entries, wanted));
  });
}
