import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { addIssueComment, type AddIssueCommentArguments } from "./methods/add_issue_comment.ts";
import { closeIssue, type CloseIssueArguments } from "./methods/close_issue.ts";
import { createIssue, type CreateIssueArguments } from "./methods/create_issue.ts";
import { getIssueContext, type GetIssueContextArguments } from "./methods/get_issue_context.ts";
import {
  getPullRequestContext,
  type GetPullRequestContextArguments,
} from "./methods/get_pull_request_context.ts";
import { getWorkflowRun, type GetWorkflowRunArguments } from "./methods/get_workflow_run.ts";
import { mergePullRequest, type MergePullRequestArguments } from "./methods/merge_pull_request.ts";
import { retryWorkflowRun, type RetryWorkflowRunArguments } from "./methods/retry_workflow_run.ts";
import { watchPrChecks, type WatchPrChecksArguments } from "./methods/watch_pr_checks.ts";
import { triageActionSchema } from "./outputs/triage_action.ts";
import { triageIssueSchema } from "./outputs/triage_issue.ts";
import { triagePullRequestSchema } from "./outputs/triage_pull_request.ts";

/** Characters of a body at most: the platform takes 65,536, and the marker needs some of them. */
const LONGEST_BODY = 65_400;

/** Outputs of the approved actions. */
export const actionOutputs = {
  triageIssue: {
    description: "One issue with its newest comments",
    schema: triageIssueSchema,
    lifetime: "infinite",
    garbageCollection: 10,
  },
  triagePullRequest: {
    description: "One pull request with head, base, checks, reviews and newest comments",
    schema: triagePullRequestSchema,
    lifetime: "infinite",
    garbageCollection: 10,
  },
  triageAction: {
    description: "One action: what was intended under a key, and what came of it",
    schema: triageActionSchema,
    lifetime: "infinite",
    garbageCollection: 10,
  },
} as const;

/**
 * Methods that read what a decision needs, and those that act on it. What acts takes an
 * idempotency key: run again with the same key and arguments, it finds what was done.
 */
export const approvedActions = {
  get_issue_context: {
    description: "Read one issue with its newest comments",
    kind: "read",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      number: z.number().int().min(1).describe("Number of the issue"),
      maxComments: z.number().int().min(0).max(100).optional().describe("At most; 20 unless given"),
    }),
    execute: (
      args: Optional<GetIssueContextArguments, "maxComments">,
      context: MethodContext,
    ): Promise<MethodResult> => getIssueContext({ maxComments: COMMENTS, ...args }, context),
  },
  get_pull_request_context: {
    description: "Read one pull request with its head and base commits, checks and reviews",
    kind: "read",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      number: z.number().int().min(1).describe("Number of the pull request"),
      maxComments: z.number().int().min(0).max(100).optional().describe("At most; 20 unless given"),
    }),
    execute: (
      args: Optional<GetPullRequestContextArguments, "maxComments">,
      context: MethodContext,
    ): Promise<MethodResult> => getPullRequestContext({ maxComments: COMMENTS, ...args }, context),
  },
  create_issue: {
    description: "Create an issue, once for each key",
    kind: "action",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      title: z.string().min(1).max(256).describe("Title of the issue"),
      body: z.string().max(LONGEST_BODY).describe("Text of the issue, in Markdown"),
      idempotencyKey: z.string().min(8).max(200).describe("The same key acts once"),
    }),
    execute: (args: CreateIssueArguments, context: MethodContext): Promise<MethodResult> =>
      createIssue(args, context),
  },
  add_issue_comment: {
    description: "Comment on an issue or pull request, once for each key",
    kind: "action",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      number: z.number().int().min(1).describe("Number of the issue or pull request"),
      body: z.string().min(1).max(LONGEST_BODY).describe("Text of the comment, in Markdown"),
      idempotencyKey: z.string().min(8).max(200).describe("The same key acts once"),
    }),
    execute: (args: AddIssueCommentArguments, context: MethodContext): Promise<MethodResult> =>
      addIssueComment(args, context),
  },
  close_issue: {
    description: "Close an issue with a comment that says so, once for each key",
    kind: "action",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      number: z.number().int().min(1).describe("Number of the issue"),
      idempotencyKey: z.string().min(8).max(200).describe("The same key acts once"),
    }),
    execute: (args: CloseIssueArguments, context: MethodContext): Promise<MethodResult> =>
      closeIssue(args, context),
  },
  get_workflow_run: {
    description: "Read one workflow run",
    kind: "read",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      runId: z.number().int().min(1).describe("Id of the run, as in its address"),
    }),
    execute: (args: GetWorkflowRunArguments, context: MethodContext): Promise<MethodResult> =>
      getWorkflowRun(args, context),
  },
  retry_workflow_run: {
    description: "Start a failed workflow run again, once for each key",
    kind: "action",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      runId: z.number().int().min(1).describe("Id of the run, as in its address"),
      failedOnly: z.boolean().optional().describe("Only the jobs that failed; true unless given"),
      idempotencyKey: z.string().min(8).max(200).describe("The same key acts once"),
    }),
    execute: (
      args: Optional<RetryWorkflowRunArguments, "failedOnly">,
      context: MethodContext,
    ): Promise<MethodResult> => retryWorkflowRun({ failedOnly: true, ...args }, context),
  },
  watch_pr_checks: {
    description: "Wait until the checks of a pull request's head have ended",
    kind: "read",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      number: z.number().int().min(1).describe("Number of the pull request"),
      timeoutSeconds: z.number().int().min(1).max(3000).optional().describe("600 unless given"),
      pollIntervalSeconds: z.number().int().min(5).max(600).optional().describe("15 unless given"),
    }),
    execute: (
      args: Optional<WatchPrChecksArguments, "timeoutSeconds" | "pollIntervalSeconds">,
      context: MethodContext,
    ): Promise<MethodResult> => watchPrChecks({ ...WAITING, ...args }, context),
  },
  merge_pull_request: {
    description: "Comment that a pull request is approved, and wait until it is merged",
    kind: "action",
    arguments: z.object({
      repo: z.string().min(3).describe("Repository as owner/name"),
      number: z.number().int().min(1).describe("Number of the pull request"),
      approvalComment: z.string().min(1).max(60_000).optional()
        .describe("'Approved for merge.' unless given"),
      timeoutSeconds: z.number().int().min(1).max(3000).optional().describe("600 unless given"),
      pollIntervalSeconds: z.number().int().min(5).max(600).optional().describe("15 unless given"),
      idempotencyKey: z.string().min(8).max(200).describe("The same key comments once"),
    }),
    execute: (
      args: Optional<
        MergePullRequestArguments,
        "approvalComment" | "timeoutSeconds" | "pollIntervalSeconds"
      >,
      context: MethodContext,
    ): Promise<MethodResult> =>
      mergePullRequest({ approvalComment: "Approved for merge.", ...WAITING, ...args }, context),
  },
};

/** Comments that are read unless another number is given. */
const COMMENTS = 20;

/** How long and how often a method asks unless told otherwise. */
const WAITING = { timeoutSeconds: 600, pollIntervalSeconds: 15 };

/** Arguments of which some may be left out. */
type Optional<Arguments, Names extends keyof Arguments> =
  & Omit<Arguments, Names>
  & Partial<Pick<Arguments, Names>>;
