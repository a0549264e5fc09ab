import type { SubjectType } from "../../platform/subjects/subject.ts";

/** Arguments of `sync`. */
export interface SyncArguments {
  budgetSeconds?: number | undefined;
  requireComplete?: boolean | undefined;
}

/** Arguments of `prepare_worktree`. */
export interface PrepareArguments {
  prNumber: number;
  identity?: string | undefined;
}

/** Arguments of `create_worktree`: exactly one of `prNumber` and `branch`. */
export interface CreateArguments {
  prNumber?: number | undefined;
  branch?: string | undefined;
  baseRef?: string | undefined;
  identity?: string | undefined;
}

/** Arguments of `attach_worktree`. */
export interface AttachArguments {
  worktreeId: string;
  prNumber: number;
}

/** Arguments of `detach_worktree`. */
export interface DetachArguments {
  worktreeId: string;
}

/** Arguments of `remove_worktree`. */
export interface RemoveArguments {
  worktreeId: string;
  force: boolean;
  deleteBranch: boolean;
}

/** Arguments of `refresh_pr_worktrees`. */
export interface RefreshArguments {
  identity?: string | undefined;
  autoAttach: boolean;
  materialize: boolean;
  dryRun: boolean;
}

/** Arguments of `prepare_review_context`. */
export interface ReviewArguments {
  subjectType: SubjectType;
  number: number;
}

/** Arguments of `record_pr_analysis`. */
export interface AnalysisArguments {
  prNumber: number;
  headSha: string;
  generator: string;
  codePathWalkthrough: string;
  reviewAttentionMap: string;
  evidenceRefs: string[];
}
