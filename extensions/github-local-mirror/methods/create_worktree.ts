import type { MethodResult } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { wantedForBranch } from "../worktrees/create.ts";
import type { Mirror } from "../worktrees/mirror.ts";
import { withMirror } from "../worktrees/open.ts";
import { prepare, type Wanted, wantedForPull } from "../worktrees/prepare.ts";
import { settle } from "../worktrees/settle.ts";
import { tellPlace } from "../worktrees/told.ts";
import type { CreateArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/** Makes a worktree for a pull request or a branch; writes `worktreeSnapshot`. */
export async function createWorktree(
  args: CreateArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  assertOneSubject(args);
  return await withMirror(context, async (mirror) => {
    const entries = await settle(mirror);
    const wanted = await wantedBy(mirror, args);
    const there = entries.get(wanted.id);
    // One without a document was begun by a run that was killed.
    if (there?.registered && there.snapshot?.state === "present") {
      throw new PlatformFailure("already_exists", {
        reason: `the worktree ${wanted.id} is there already, in ${there.path}`,
        hint: "Work there; for a pull request 'prepare_worktree' finds it",
      });
    }
    tellPlace(mirror, await prepare(mirror, entries, wanted));
  });
}

async function wantedBy(mirror: Mirror, args: CreateArguments): Promise<Wanted> {
  const { prNumber, branch, baseRef, identity } = args;
  if (prNumber !== undefined) return await wantedForPull(mirror, prNumber, identity);
  return await wantedForBranch(mirror, {
    branch: branch!,
    ...(baseRef === undefined ? {} : { baseRef }),
    ...(identity === undefined ? {} : { identity }),
  });
}

function assertOneSubject({ prNumber, branch, baseRef }: CreateArguments): void {
  if ((prNumber === undefined) === (branch === undefined)) {
    throw new PlatformFailure("refused", {
      reason: "give either 'prNumber' or 'branch'",
      hint: "A pull request's worktree begins at its head, a branch's at 'baseRef'",
    });
  }
  if (prNumber !== undefined && baseRef !== undefined) {
    throw new PlatformFailure("refused", {
      reason: "'baseRef' goes with 'branch'",
      hint: "A pull request's worktree begins at its head",
    });
  }
}
