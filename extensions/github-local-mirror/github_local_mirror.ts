/**
 * A mirror of a GitHub repository on this machine: its pull requests, issues, conversations, reviews
 * and checks as data, its commits in a bare repository, and worktrees for review. Only `sync` asks
 * GitHub; nothing is changed there.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { repositoryOrNamePattern } from "../platform/repository_name.ts";
import { issueSnapshotSchema } from "../platform/subjects/issue_snapshot.ts";
import { prSnapshotSchema } from "../platform/subjects/pr_snapshot.ts";
import { SUBJECT_TYPES } from "../platform/subjects/subject.ts";
import { GRANULARITIES } from "./arguments.ts";
import { analyzeWorktrees } from "./methods/analyze_worktrees.ts";
import { attachWorktree } from "./methods/attach_worktree.ts";
import { closeMergedWorktrees } from "./methods/close_merged_worktrees.ts";
import { createWorktree } from "./methods/create_worktree.ts";
import { detachWorktree } from "./methods/detach_worktree.ts";
import { prepareReviewContext } from "./methods/prepare_review_context.ts";
import { prepareWorktree } from "./methods/prepare_worktree.ts";
import { recordPrAnalysis } from "./methods/record_pr_analysis.ts";
import { refreshPrWorktrees } from "./methods/refresh_pr_worktrees.ts";
import { removeWorktree } from "./methods/remove_worktree.ts";
import { status } from "./methods/status.ts";
import { sync } from "./methods/sync.ts";
import { activityEventSchema } from "./outputs/activity_event.ts";
import { checkRunSnapshotSchema } from "./outputs/check_run_snapshot.ts";
import { collectionStatusSchema } from "./outputs/collection_status.ts";
import { mirrorStateSchema } from "./outputs/mirror_state.ts";
import { mirrorStatusSchema } from "./outputs/mirror_status.ts";
import { prAnalysisEvidenceSchema } from "./outputs/pr_analysis_evidence.ts";
import { prCommitSchema } from "./outputs/pr_commit.ts";
import { prFileSnapshotSchema } from "./outputs/pr_file_snapshot.ts";
import { prHeadStateSchema } from "./outputs/pr_head_state.ts";
import { prRevisionSchema } from "./outputs/pr_revision.ts";
import { repoSnapshotSchema } from "./outputs/repo_snapshot.ts";
import { reviewSelectionSchema } from "./outputs/review_selection.ts";
import { subjectReferenceSchema } from "./outputs/subject_reference.ts";
import { syncRunSummarySchema } from "./outputs/sync_run_summary.ts";
import { worktreeAnalysisSchema } from "./outputs/worktree_analysis.ts";
import { worktreeRunSchema } from "./outputs/worktree_run.ts";
import { worktreeSnapshotSchema } from "./outputs/worktree_snapshot.ts";

/** How outputs are kept (reference 8.4): snapshots 10 versions, runs 50, the state 100. */
const SNAPSHOT = { lifetime: "infinite", garbageCollection: 10 };
const RUN = { lifetime: "infinite", garbageCollection: 50 };
const STATE = { lifetime: "infinite", garbageCollection: 100 };

const PR_NUMBER = "Number of the pull request";
const IDENTITY = "Who works there, when several do: a-z, 0-9 and hyphens, up to 32";
const WORKTREE_ID = "Id of the worktree, which is its folder's name";

/** The behaviour type `@svc/github-local-mirror`: twelve methods, twenty outputs. */
export const model = {
  type: "@svc/github-local-mirror",
  version: "2026.11.22.1",
  globalArguments: z.object({
    owner: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/).describe("Owner of the repository"),
    repo: z.string().regex(repositoryOrNamePattern).describe("Its name, or owner/name"),
    gitObjectPath: z.string().min(1).max(1024).describe(
      "Folder of the bare object repository, which the mirror makes; absolute, or from the svc repository",
    ),
    workspaceRoot: z.string().min(1).max(1024).describe("Folder of the worktrees"),
    artifactRoot: z.string().min(1).max(1024).describe("Folder of cursors, patches and the lock"),
    gitRemote: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).default("origin").describe(
      "Name of the remote",
    ),
    sshRemoteBase: z.string().min(1).max(255).default("git@github.com:").describe(
      "What pushes to a contributor's fork begin with",
    ),
    syncOverlapMinutes: z.number().int().min(0).max(1440).default(5).describe(
      "How far a sync looks back behind the newest change it has seen",
    ),
    knownRemotes: z.record(z.string(), z.string()).default({}).describe(
      "Further remotes, name to address; they are set, not fetched",
    ),
    timelineCodeGranularity: z.enum(GRANULARITIES).default("observed-push").describe(
      "What the context report's timeline shows of code",
    ),
    needsClarificationLabels: z.array(z.string().min(1).max(100)).max(50).default([
      "needs-info",
      "needs-information",
      "needs-clarification",
    ]).describe("Labels that say a pull request waits for an explanation"),
    reviewerHandles: z.array(z.string().min(1).max(100)).max(50).default([]).describe(
      "Logins whose duties the review queue shows first",
    ),
    reviewFocusStaleDays: z.number().int().min(1).max(3650).default(14).describe(
      "Days without activity of a person after which a pull request is stale",
    ),
    maxApiPages: z.number().int().min(1).max(1000).default(100).describe(
      "Pages of one list that one sync reads at most",
    ),
    githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
      "Token that may read the repository; public ones are read without, 60 requests an hour",
    ),
    gitRemoteUrl: z.string().min(1).max(1024).optional().describe(
      "Address to fetch from, the repository at the API's host when left out; else the API is that of its host",
    ),
    firstSyncSince: z.iso.datetime({ offset: true }).optional().describe(
      "Leave out what changed last before this time, ISO 8601",
    ),
  }),
  resources: {
    mirrorState: { description: "How far the mirror is", schema: mirrorStateSchema, ...STATE },
    repoSnapshot: { description: "The repository itself", schema: repoSnapshotSchema, ...SNAPSHOT },
    prSnapshot: { description: "One pull request", schema: prSnapshotSchema, ...SNAPSHOT },
    prRevision: {
      description: "One state of a pull request's branch",
      schema: prRevisionSchema,
      ...SNAPSHOT,
    },
    prHeadState: {
      description: "The current head of a pull request, by the fetched ref",
      schema: prHeadStateSchema,
      ...SNAPSHOT,
    },
    prFileSnapshot: {
      description: "The files that a revision changes",
      schema: prFileSnapshotSchema,
      ...SNAPSHOT,
    },
    issueSnapshot: { description: "One issue", schema: issueSnapshotSchema, ...SNAPSHOT },
    activityEvent: {
      description: "What happened on a pull request or issue",
      schema: activityEventSchema,
      ...SNAPSHOT,
    },
    subjectReference: {
      description: "What a pull request or issue refers to, and what to it",
      schema: subjectReferenceSchema,
      ...SNAPSHOT,
    },
    prCommit: { description: "The commits of a revision", schema: prCommitSchema, ...SNAPSHOT },
    collectionStatus: {
      description: "How far one list is read",
      schema: collectionStatusSchema,
      ...SNAPSHOT,
    },
    prAnalysisEvidence: {
      description: "What a review of one head found out",
      schema: prAnalysisEvidenceSchema,
      ...SNAPSHOT,
    },
    reviewSelection: {
      description: "What the context report is about",
      schema: reviewSelectionSchema,
      ...SNAPSHOT,
    },
    checkRunSnapshot: {
      description: "The checks of one head",
      schema: checkRunSnapshotSchema,
      ...SNAPSHOT,
    },
    worktreeSnapshot: { description: "One worktree", schema: worktreeSnapshotSchema, ...SNAPSHOT },
    worktreeAnalysis: {
      description: "How a worktree stands to its pull request",
      schema: worktreeAnalysisSchema,
      ...SNAPSHOT,
    },
    worktreeCleanupRun: {
      description: "Removal of the worktrees of merged pull requests",
      schema: worktreeRunSchema,
      ...RUN,
    },
    worktreeRefreshRun: {
      description: "Bringing worktrees up to their pull requests",
      schema: worktreeRunSchema,
      ...RUN,
    },
    syncRunSummary: { description: "What one sync did", schema: syncRunSummarySchema, ...RUN },
    mirrorStatus: {
      description: "How the mirror stands on this machine",
      schema: mirrorStatusSchema,
      ...SNAPSHOT,
    },
  },
  reports: [
    "@svc/github-local-mirror/mirror-status",
    "@svc/github-local-mirror/context",
    "@svc/github-local-mirror/review-queue",
  ],
  methods: {
    sync: {
      description: "Bring the mirror up to date; goes on where the last one stopped",
      kind: "read",
      arguments: z.object({
        budgetSeconds: z.number().int().min(30).max(3300).optional().describe(
          "Seconds after which it stops asking; 1500 when left out",
        ),
        requireComplete: z.boolean().optional().describe(
          "Fail, after writing everything, when something is left to read",
        ),
      }),
      execute: sync,
    },
    prepare_worktree: {
      description: "Make the worktree of a pull request's current head, or find it",
      kind: "action",
      arguments: z.object({
        prNumber: z.number().int().positive().describe(PR_NUMBER),
        identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
      }),
      execute: prepareWorktree,
    },
    create_worktree: {
      description: "Make a worktree for a pull request or for a branch of your own",
      kind: "action",
      arguments: z.object({
        prNumber: z.number().int().positive().optional().describe(PR_NUMBER),
        branch: z.string().min(1).max(255).optional().describe(
          "Branch to work on, made when it is absent",
        ),
        baseRef: z.string().min(1).max(255).optional().describe(
          "Where a new branch begins; the default branch when left out",
        ),
        identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
      }),
      execute: createWorktree,
    },
    attach_worktree: {
      description: "Link a worktree to a pull request",
      kind: "action",
      arguments: z.object({
        worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
        prNumber: z.number().int().positive().describe(PR_NUMBER),
      }),
      execute: attachWorktree,
    },
    detach_worktree: {
      description: "Unlink a worktree from its pull request",
      kind: "action",
      arguments: z.object({
        worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
      }),
      execute: detachWorktree,
    },
    remove_worktree: {
      description: "Remove a worktree that holds nothing that would be lost",
      kind: "action",
      arguments: z.object({
        worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
        force: z.boolean().default(false).describe("Remove it all the same; the reasons are kept"),
        deleteBranch: z.boolean().default(false).describe("Delete its branch, too"),
      }),
      execute: removeWorktree,
    },
    prepare_review_context: {
      description: "Choose what the context report is about, and refresh its worktrees' state",
      kind: "action",
      arguments: z.object({
        subjectType: z.enum(SUBJECT_TYPES).describe("pr or issue"),
        number: z.number().int().positive().describe("Its number"),
      }),
      execute: prepareReviewContext,
    },
    record_pr_analysis: {
      description: "Keep what a review of a pull request's current head found out",
      kind: "action",
      arguments: z.object({
        prNumber: z.number().int().positive().describe(PR_NUMBER),
        headSha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/).describe(
          "The head that was looked at; it has to be the current one",
        ),
        generator: z.string().min(1).max(200).describe("Who made it, for example a program"),
        codePathWalkthrough: z.string().max(100_000).describe("How the change runs, in Markdown"),
        reviewAttentionMap: z.string().max(100_000).describe("Where to look, in Markdown"),
        evidenceRefs: z.array(z.string().min(1).max(4200)).max(500).describe(
          "path:line at that head, or ids of commits; each has to exist",
        ),
      }),
      execute: recordPrAnalysis,
    },
    analyze_worktrees: {
      description: "Tell of each worktree how it stands and what to do",
      kind: "read",
      arguments: z.object({}),
      execute: analyzeWorktrees,
    },
    close_merged_worktrees: {
      description: "Remove the worktrees of merged pull requests that hold nothing of their own",
      kind: "action",
      arguments: z.object({}),
      execute: closeMergedWorktrees,
    },
    refresh_pr_worktrees: {
      description: "Bring worktrees up to the heads of their pull requests",
      kind: "action",
      arguments: z.object({
        identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
        autoAttach: z.boolean().default(true).describe(
          "Link worktrees whose branch is a pull request's",
        ),
        materialize: z.boolean().default(false).describe(
          "Make worktrees for open pull requests that have none, 20 at most",
        ),
        dryRun: z.boolean().default(true).describe("Only tell what would be done"),
      }),
      execute: refreshPrWorktrees,
    },
    status: {
      description: "Tell how fresh the mirror is and what it takes on the disk",
      kind: "read",
      arguments: z.object({}),
      execute: status,
    },
  },
};
