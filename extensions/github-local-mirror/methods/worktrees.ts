import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
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
import { defineMethod } from "../../platform/method.ts";

const PR_NUMBER = "Number of the pull request";
const WORKTREE_ID = "Id of the worktree: the name of its folder";
const IDENTITY =
  "Name of the user or agent, when several work there: a-z, 0-9 and hyphens, at most 32";

const createArguments = z.object({
  prNumber: z.number().int().positive().optional().describe(PR_NUMBER),
  branch: z.string().min(1).max(255).optional().describe(
    "Branch to work on; created if it does not exist",
  ),
  baseRef: z.string().min(1).max(255).optional().describe(
    "Start of a new branch (default: the default branch)",
  ),
  identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
});

/** Arguments of `create_worktree`: exactly one of `prNumber` and `branch`. */
type CreateArguments = z.infer<typeof createArguments>;

/** Makes a worktree for a pull request or a branch; writes `worktreeSnapshot`. */
export const createWorktree = defineMethod({
  description: "Create a worktree for a pull request or for your own branch",
  kind: "action",
  arguments: createArguments,
  async execute(args, context: MirrorContext) {
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
  },
});

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
export const prepareWorktree = defineMethod({
  description: "Create or find the worktree of a pull request's current head",
  kind: "action",
  arguments: z.object({
    prNumber: z.number().int().positive().describe(PR_NUMBER),
    identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
  }),
  async execute({ prNumber, identity }, context: MirrorContext) {
    return await withMirror(context, async (mirror) => {
      const entries = await settle(mirror);
      const wanted = await wantedForPull(mirror, prNumber, identity);
      tellPath(mirror, await prepare(mirror, entries, wanted));
    });
  },
});

/** Links a worktree to a pull request; writes `worktreeSnapshot`. Git is not asked. */
export const attachWorktree = defineMethod({
  description: "Link a worktree to a pull request",
  kind: "action",
  arguments: z.object({
    worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
    prNumber: z.number().int().positive().describe(PR_NUMBER),
  }),
  async execute({ worktreeId, prNumber }, context: MirrorContext) {
    return await withDocuments(context, (documents) => link(documents, worktreeId, prNumber));
  },
});

/** Unlinks a worktree from its pull request; writes `worktreeSnapshot`. Git is not asked. */
export const detachWorktree = defineMethod({
  description: "Unlink a worktree from its pull request",
  kind: "action",
  arguments: z.object({
    worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
  }),
  async execute({ worktreeId }, context: MirrorContext) {
    return await withDocuments(context, (documents) => unlink(documents, worktreeId));
  },
});

/** Brings worktrees up to their pull requests; writes `worktreeRefreshRun` and their snapshots. */
export const refreshPrWorktrees = defineMethod({
  description: "Update worktrees to the heads of their pull requests",
  kind: "action",
  arguments: z.object({
    identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
    autoAttach: z.boolean().default(true).describe(
      "Link worktrees on the branch of a pull request",
    ),
    materialize: z.boolean().default(false).describe(
      "Create worktrees for open pull requests without one, at most 20",
    ),
    dryRun: z.boolean().default(true).describe("Only show what would be done"),
  }),
  async execute(args, context: MirrorContext) {
    return await withMirror(context, async (mirror) => {
      const entries = args.dryRun ? await entriesOf(mirror) : await settle(mirror);
      await refresh(mirror, entries, args);
    });
  },
});

/** Looks at every worktree; writes `worktreeAnalysis` for each, and `worktreeSnapshot` where it changed. */
export const analyzeWorktrees = defineMethod({
  description: "Show the state of each worktree and what to do",
  kind: "read",
  arguments: z.object({}),
  async execute(_args, context: MirrorContext) {
    return await withMirror(context, async (mirror) => {
      await analyze(mirror, (await settle(mirror)).values());
    });
  },
});

/** Removes a worktree; writes `worktreeSnapshot`, with the reasons that `force` overruled. */
export const removeWorktree = defineMethod({
  description: "Remove a worktree if no work would be lost",
  kind: "action",
  arguments: z.object({
    worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
    force: z.boolean().default(false).describe("Remove it anyway; the reasons are recorded"),
    deleteBranch: z.boolean().default(false).describe("Also delete its branch"),
  }),
  async execute({ worktreeId, force, deleteBranch }, context: MirrorContext) {
    return await withMirror(context, async (mirror) => {
      const entry = isWorktreeId(worktreeId) ? (await settle(mirror)).get(worktreeId) : undefined;
      if (entry === undefined) throw unknownWorktree(worktreeId);
      const { removed, ...told } = await remove(mirror, entry, { force, deleteBranch });
      if (!removed) throw refusedRemoval(worktreeId, told.reasons);
      const said = { state: "removed", outcome: "removed", ...told } as const;
      await mirror.documents.keepSnapshot(await snapshotOf(mirror, entry, said));
      mirror.tell(`removed ${worktreeId}`);
    });
  },
});

/** Removes the worktrees of merged pull requests; writes `worktreeCleanupRun` and their snapshots. */
export const closeMergedWorktrees = defineMethod({
  description: "Remove the worktrees of merged pull requests that have no unmerged work",
  kind: "action",
  arguments: z.object({}),
  async execute(_args, context: MirrorContext) {
    return await withMirror(context, async (mirror) => {
      await closeMerged(mirror, (await settle(mirror)).values());
    });
  },
});
