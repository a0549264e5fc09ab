import { addIssueComment } from "./methods/add_issue_comment.ts";
import { closeIssue } from "./methods/close_issue.ts";
import { createIssue } from "./methods/create_issue.ts";
import { getIssueContext } from "./methods/get_issue_context.ts";
import { getPullRequestContext } from "./methods/get_pull_request_context.ts";
import { getWorkflowRun } from "./methods/get_workflow_run.ts";
import { mergePullRequest } from "./methods/merge_pull_request.ts";
import { retryWorkflowRun } from "./methods/retry_workflow_run.ts";
import { watchPrChecks } from "./methods/watch_pr_checks.ts";
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
  get_issue_context: getIssueContext,
  get_pull_request_context: getPullRequestContext,
  create_issue: createIssue,
  add_issue_comment: addIssueComment,
  close_issue: closeIssue,
  get_workflow_run: getWorkflowRun,
  retry_workflow_run: retryWorkflowRun,
  watch_pr_checks: watchPrChecks,
  merge_pull_request: mergePullRequest,
};
