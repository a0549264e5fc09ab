import { addIssueComment, addIssueCommentArguments } from "./methods/add_issue_comment.ts";
import { closeIssue, closeIssueArguments } from "./methods/close_issue.ts";
import { createIssue, createIssueArguments } from "./methods/create_issue.ts";
import { getIssueContext, getIssueContextArguments } from "./methods/get_issue_context.ts";
import {
  getPullRequestContext,
  getPullRequestContextArguments,
} from "./methods/get_pull_request_context.ts";
import { getWorkflowRun, getWorkflowRunArguments } from "./methods/get_workflow_run.ts";
import { mergePullRequest, mergePullRequestArguments } from "./methods/merge_pull_request.ts";
import { retryWorkflowRun, retryWorkflowRunArguments } from "./methods/retry_workflow_run.ts";
import { watchPrChecks, watchPrChecksArguments } from "./methods/watch_pr_checks.ts";
import { triageActionSchema } from "./outputs/triage_action.ts";
import { triageIssueSchema } from "./outputs/triage_issue.ts";
import { triagePullRequestSchema } from "./outputs/triage_pull_request.ts";
import { kept } from "../platform/retention.ts";

/** Outputs of the approved actions. */
export const actionOutputs = {
  triageIssue: kept("One issue with its newest comments", triageIssueSchema),
  triagePullRequest: kept(
    "One pull request with head, base, checks, reviews and newest comments",
    triagePullRequestSchema,
  ),
  triageAction: kept("One action: the request with its key, and its outcome", triageActionSchema),
} as const;

/**
 * Methods that read what a decision needs, and those that act on it. What acts takes an
 * idempotency key: run again with the same key and arguments, it finds what was done.
 */
export const approvedActions = {
  get_issue_context: {
    description: "Read one issue with its newest comments",
    kind: "read",
    arguments: getIssueContextArguments,
    execute: getIssueContext,
  },
  get_pull_request_context: {
    description: "Read one pull request with its head and base commits, checks and reviews",
    kind: "read",
    arguments: getPullRequestContextArguments,
    execute: getPullRequestContext,
  },
  create_issue: {
    description: "Create an issue, once per key",
    kind: "action",
    arguments: createIssueArguments,
    execute: createIssue,
  },
  add_issue_comment: {
    description: "Comment on an issue or pull request, once per key",
    kind: "action",
    arguments: addIssueCommentArguments,
    execute: addIssueComment,
  },
  close_issue: {
    description: "Close an issue with a comment, once per key",
    kind: "action",
    arguments: closeIssueArguments,
    execute: closeIssue,
  },
  get_workflow_run: {
    description: "Read one workflow run",
    kind: "read",
    arguments: getWorkflowRunArguments,
    execute: getWorkflowRun,
  },
  retry_workflow_run: {
    description: "Rerun a failed workflow run, once per key",
    kind: "action",
    arguments: retryWorkflowRunArguments,
    execute: retryWorkflowRun,
  },
  watch_pr_checks: {
    description: "Wait until the checks of a pull request's head have ended",
    kind: "read",
    arguments: watchPrChecksArguments,
    execute: watchPrChecks,
  },
  merge_pull_request: {
    description: "Comment that a pull request is approved, and wait until it is merged",
    kind: "action",
    arguments: mergePullRequestArguments,
    execute: mergePullRequest,
  },
};
