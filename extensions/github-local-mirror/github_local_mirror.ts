/**
 * A mirror of a GitHub repository on this machine: its pull requests, issues, conversations, reviews
 * and checks as data, its commits in a bare repository, and worktrees for review. Only `sync` asks
 * GitHub; nothing is changed there.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { issueSnapshotSchema } from "../platform/subjects/snapshots.ts";
import { prSnapshotSchema } from "../platform/subjects/snapshots.ts";
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
import { activityEventSchema } from "./outputs/subjects.ts";
import { checkRunSnapshotSchema } from "./outputs/subjects.ts";
import { collectionStatusSchema } from "./outputs/mirror.ts";
import { mirrorStateSchema } from "./outputs/mirror.ts";
import { mirrorStatusSchema } from "./outputs/mirror.ts";
import { prAnalysisEvidenceSchema } from "./outputs/review.ts";
import { prCommitSchema } from "./outputs/pull_requests.ts";
import { prFileSnapshotSchema } from "./outputs/pull_requests.ts";
import { prHeadStateSchema } from "./outputs/pull_requests.ts";
import { prRevisionSchema } from "./outputs/pull_requests.ts";
import { repoSnapshotSchema } from "./outputs/repo_snapshot.ts";
import { reviewSelectionSchema } from "./outputs/review.ts";
import { subjectReferenceSchema } from "./outputs/subjects.ts";
import { syncRunSummarySchema } from "./outputs/mirror.ts";
import { worktreeAnalysisSchema } from "./outputs/worktrees.ts";
import { worktreeRunSchema } from "./outputs/worktrees.ts";
import { worktreeSnapshotSchema } from "./outputs/worktrees.ts";
import {
  analysisArguments,
  attachArguments,
  createArguments,
  detachArguments,
  prepareArguments,
  refreshArguments,
  removeArguments,
  reviewArguments,
  syncArguments,
} from "./context/arguments.ts";
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
    sync: {
      description: "Update the mirror; continues where the last sync stopped",
      kind: "read",
      arguments: syncArguments,
      execute: sync,
    },
    prepare_worktree: {
      description: "Create or find the worktree of a pull request's current head",
      kind: "action",
      arguments: prepareArguments,
      execute: prepareWorktree,
    },
    create_worktree: {
      description: "Create a worktree for a pull request or for your own branch",
      kind: "action",
      arguments: createArguments,
      execute: createWorktree,
    },
    attach_worktree: {
      description: "Link a worktree to a pull request",
      kind: "action",
      arguments: attachArguments,
      execute: attachWorktree,
    },
    detach_worktree: {
      description: "Unlink a worktree from its pull request",
      kind: "action",
      arguments: detachArguments,
      execute: detachWorktree,
    },
    remove_worktree: {
      description: "Remove a worktree if no work would be lost",
      kind: "action",
      arguments: removeArguments,
      execute: removeWorktree,
    },
    prepare_review_context: {
      description:
        "Choose the subject of the context report and refresh the state of its worktrees",
      kind: "action",
      arguments: reviewArguments,
      execute: prepareReviewContext,
    },
    record_pr_analysis: {
      description: "Record the findings of a review of a pull request's current head",
      kind: "action",
      arguments: analysisArguments,
      execute: recordPrAnalysis,
    },
    analyze_worktrees: {
      description: "Show the state of each worktree and what to do",
      kind: "read",
      arguments: z.object({}),
      execute: analyzeWorktrees,
    },
    close_merged_worktrees: {
      description: "Remove the worktrees of merged pull requests that have no unmerged work",
      kind: "action",
      arguments: z.object({}),
      execute: closeMergedWorktrees,
    },
    refresh_pr_worktrees: {
      description: "Update worktrees to the heads of their pull requests",
      kind: "action",
      arguments: refreshArguments,
      execute: refreshPrWorktrees,
    },
    status: {
      description: "Show how fresh the mirror is and its disk usage",
      kind: "read",
      arguments: z.object({}),
      execute: status,
    },
  },
};
