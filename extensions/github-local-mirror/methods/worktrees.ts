import type { MethodResult } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import type {
  AttachArguments,
  CreateArguments,
  DetachArguments,
  PrepareArguments,
  RefreshArguments,
  RemoveArguments,
} from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";
import { analyze } from "../worktrees/analyze.ts";
import { closeMerged } from "../worktrees/runs.ts";
import { wantedForBranch } from "../worktrees/create.ts";
import { entriesOf } from "../worktrees/entries.ts";
import { isWorktreeId } from "../worktrees/id.ts";
import { link, unknownWorktree, unlink } from "../worktrees/link.ts";
import { type Mirror, withDocuments, withMirror } from "../worktrees/mirror.ts";
import { prepare, type Wanted, wantedForPull } from "../worktrees/prepare.ts";
import { refresh } from "../worktrees/refresh.ts";
import { refusedRemoval, removeWorktree as remove } from "../worktrees/remove.ts";
import { settle } from "../worktrees/settle.ts";
import { snapshotOf } from "../worktrees/snapshot.ts";
import { tellPath } from "../worktrees/run_log.ts";

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
        reason: `the worktree ${wanted.id} already exists, in ${there.path}`,
        hint: "Work there; for a pull request 'prepare_worktree' finds it",
      });
    }
    tellPath(mirror, await prepare(mirror, entries, wanted));
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
      reason: "'baseRef' needs 'branch'",
      hint: "A pull request's worktree begins at its head",
    });
  }
}

/** Makes the worktree of a pull request's current head, or finds it; writes `worktreeSnapshot`. */
export async function prepareWorktree(
  { prNumber, identity }: PrepareArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    const entries = await settle(mirror);
    const wanted = await wantedForPull(mirror, prNumber, identity);
    tellPath(mirror, await prepare(mirror, entries, wanted));
  });
}

/** Links a worktree to a pull request; writes `worktreeSnapshot`. Git is not asked. */
export async function attachWorktree(
  { worktreeId, prNumber }: AttachArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withDocuments(context, (documents) => link(documents, worktreeId, prNumber));
}

/** Unlinks a worktree from its pull request; writes `worktreeSnapshot`. Git is not asked. */
export async function detachWorktree(
  { worktreeId }: DetachArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withDocuments(context, (documents) => unlink(documents, worktreeId));
}

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

/** Looks at every worktree; writes `worktreeAnalysis` for each, and `worktreeSnapshot` where it changed. */
export async function analyzeWorktrees(
  _args: object,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    await analyze(mirror, (await settle(mirror)).values());
  });
}

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

/** Removes the worktrees of merged pull requests; writes `worktreeCleanupRun` and their snapshots. */
export async function closeMergedWorktrees(
  _args: object,
  context: MirrorContext,
): Promise<MethodResult> {
  return await withMirror(context, async (mirror) => {
    await closeMerged(mirror, (await settle(mirror)).values());
  });
}
