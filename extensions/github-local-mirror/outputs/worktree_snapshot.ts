import * as z from "npm:zod@4.6.7";

/** Whether a worktree's folder is there. */
export const WORKTREE_STATES = ["present", "missing", "removed"] as const;

/** What the last method that wrote the document did. */
export const WORKTREE_OUTCOMES = [
  /** Made. */
  "created",
  /** It was there already. */
  "exists",
  /** Linked to a pull request, or unlinked. */
  "attached",
  "detached",
  /** Brought up to the head of its pull request. */
  "updated",
  /** Removed by the mirror. */
  "removed",
  /** Found to have been removed by someone else. */
  "missing",
] as const;

/** Schema of the `worktreeSnapshot` output. */
export const worktreeSnapshotSchema = z.strictObject({
  repo: z.string(),
  /** Its id, which is also its folder's name: `pr-<n>-<sha12>[-<identity>]` or `wt-<slug>-<8 hex>`. */
  worktreeId: z.string(),
  /** Absolute. */
  path: z.string(),
  /** Without `refs/heads/`; null when detached. */
  branch: z.string().nullable(),
  identity: z.string().nullable(),
  /** The pull request it is linked to. */
  prNumber: z.number().int().nullable(),
  /** The head of that pull request when it was linked or last brought up to date. */
  prHeadSha: z.string().nullable(),
  /** What is checked out. */
  headSha: z.string().nullable(),
  state: z.enum(WORKTREE_STATES),
  outcome: z.enum(WORKTREE_OUTCOMES).describe("What the last method that wrote this did"),
  reasons: z.array(z.string()).describe("Why it would have been kept without force"),
  keptRefs: z.array(z.string()).describe("Refs that keep commits which no other ref had"),
  branchDeleted: z.boolean(),
  createdAt: z.string(),
  fetchedAt: z.string(),
});

/** One worktree of the mirror. */
export type WorktreeSnapshot = z.infer<typeof worktreeSnapshotSchema>;
