/**
 * A mirror of a GitHub repository on this machine: its pull requests, issues, conversations, reviews
 * and checks as data, its commits in a bare repository, and worktrees for review. Only `sync` asks
 * GitHub; nothing is changed there.
 *
 * @module
 */
import { issueSnapshotSchema, prSnapshotSchema } from "../platform/subjects/snapshots.ts";
import { mirrorArguments } from "./context/context.ts";
import {
  analyzeWorktrees,
  attachWorktree,
  closeMergedWorktrees,
  createWorktree,
  detachWorktree,
  prepareWorktree,
  refreshPrWorktrees,
  removeWorktree,
} from "./methods/worktrees.ts";
import { prepareReviewContext, recordPrAnalysis } from "./methods/review.ts";
import { status } from "./methods/status.ts";
import { sync } from "./methods/sync.ts";
import {
  activityEventSchema,
  checkRunSnapshotSchema,
  subjectReferenceSchema,
} from "./outputs/subjects.ts";
import {
  collectionStatusSchema,
  mirrorStateSchema,
  mirrorStatusSchema,
  syncRunSummarySchema,
} from "./outputs/mirror.ts";
import { prAnalysisEvidenceSchema, reviewSelectionSchema } from "./outputs/review.ts";
import {
  prCommitSchema,
  prFileSnapshotSchema,
  prHeadStateSchema,
  prRevisionSchema,
} from "./outputs/pull_requests.ts";
import { repoSnapshotSchema } from "./outputs/repo_snapshot.ts";
import {
  worktreeAnalysisSchema,
  worktreeRunSchema,
  worktreeSnapshotSchema,
} from "./outputs/worktrees.ts";
import { kept } from "../platform/retention.ts";

/** How outputs are kept (reference 8.4): snapshots as usual, runs 50 versions, the state 100. */
const RUN = { lifetime: "infinite", garbageCollection: 50 };
const STATE = { lifetime: "infinite", garbageCollection: 100 };

/** The behavior type `@svc/github-local-mirror`: twelve methods, twenty outputs. */
export const model = {
  type: "@svc/github-local-mirror",
  version: "2026.11.22.1",
  globalArguments: mirrorArguments,
  resources: {
    mirrorState: { description: "Progress of the mirror", schema: mirrorStateSchema, ...STATE },
    repoSnapshot: kept("The repository itself", repoSnapshotSchema),
    prSnapshot: kept("One pull request", prSnapshotSchema),
    prRevision: kept("One state of a pull request's branch", prRevisionSchema),
    prHeadState: kept("The current head of a pull request, by the fetched ref", prHeadStateSchema),
    prFileSnapshot: kept("The files that a revision changes", prFileSnapshotSchema),
    issueSnapshot: kept("One issue", issueSnapshotSchema),
    activityEvent: kept("What happened on a pull request or issue", activityEventSchema),
    subjectReference: kept(
      "References from and to a pull request or issue",
      subjectReferenceSchema,
    ),
    prCommit: kept("The commits of a revision", prCommitSchema),
    collectionStatus: kept("Progress of one list", collectionStatusSchema),
    prAnalysisEvidence: kept("Findings of a review of one head", prAnalysisEvidenceSchema),
    reviewSelection: kept("Subject of the context report", reviewSelectionSchema),
    checkRunSnapshot: kept("The checks of one head", checkRunSnapshotSchema),
    worktreeSnapshot: kept("One worktree", worktreeSnapshotSchema),
    worktreeAnalysis: kept(
      "State of a worktree compared with its pull request",
      worktreeAnalysisSchema,
    ),
    worktreeCleanupRun: {
      description: "Removal of the worktrees of merged pull requests",
      schema: worktreeRunSchema,
      ...RUN,
    },
    worktreeRefreshRun: {
      description: "Update of worktrees to their pull requests",
      schema: worktreeRunSchema,
      ...RUN,
    },
    syncRunSummary: { description: "What one sync did", schema: syncRunSummarySchema, ...RUN },
    mirrorStatus: kept("State of the mirror on this machine", mirrorStatusSchema),
  },
  reports: [
    "@svc/github-local-mirror/mirror-status",
    "@svc/github-local-mirror/context",
    "@svc/github-local-mirror/review-queue",
  ],
  methods: {
    sync,
    prepare_worktree: prepareWorktree,
    create_worktree: createWorktree,
    attach_worktree: attachWorktree,
    detach_worktree: detachWorktree,
    remove_worktree: removeWorktree,
    prepare_review_context: prepareReviewContext,
    record_pr_analysis: recordPrAnalysis,
    analyze_worktrees: analyzeWorktrees,
    close_merged_worktrees: closeMergedWorktrees,
    refresh_pr_worktrees: refreshPrWorktrees,
    status,
  },
};
