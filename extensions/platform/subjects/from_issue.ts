import { storedBody } from "../stored_text.ts";
import { apiIssue } from "./api/issue.ts";
import type { ApiIssue } from "./api/issue.ts";
import type { ApiPull } from "./api/pull.ts";
import type { IssueSnapshot } from "./issue_snapshot.ts";
import { toPerson } from "./person.ts";
import type { PrSnapshot } from "./pr_snapshot.ts";
import type { SubjectSnapshot } from "./snapshot_fields.ts";

/** What a snapshot is told beside the answer. */
export interface Reading {
  /** owner/name, as the behavior was given it */
  repo: string;
  /** ISO 8601 */
  fetchedAt: string;
}

/** True for a pull request among the issues of a list. */
export function isPull(issue: ApiIssue): boolean {
  return issue.pull_request !== undefined && issue.pull_request !== null;
}

/**
 * One entry of a list of issues.
 *
 * @throws ZodError for an answer of another shape.
 */
export function readIssue(raw: unknown): ApiIssue {
  return apiIssue.parse(raw);
}

/** An issue as data holds it. */
export function issueSnapshot(issue: ApiIssue, reading: Reading): IssueSnapshot {
  return {
    ...commonFields(issue, reading),
    state: issue.state,
    stateReason: issue.state_reason ?? null,
    transferredTo: null,
  };
}

/** A pull request with what the list of issues tells of it; the rest is null. */
export function lightPr(issue: ApiIssue, reading: Reading): PrSnapshot {
  const mergedAt = issue.pull_request?.merged_at ?? null;
  return {
    ...commonFields(issue, reading),
    state: mergedAt === null ? issue.state : "merged",
    depth: "light",
    detailsOf: null,
    draft: issue.draft ?? false,
    base: null,
    head: null,
    requestedReviewers: null,
    reviewers: null,
    reviewDecision: null,
    mergeable: null,
    maintainerCanModify: null,
    mergedAt,
    reviewComments: null,
    commits: null,
    additions: null,
    deletions: null,
    changedFiles: null,
  };
}

/** The fields that issues and pull requests share. */
export function commonFields(
  api: ApiIssue | ApiPull,
  { repo, fetchedAt }: Reading,
): SubjectSnapshot {
  const { login, type } = toPerson(api.user);
  return {
    repo,
    number: api.number,
    title: api.title,
    ...storedBody(api.body),
    author: login,
    authorType: type,
    labels: api.labels,
    assignees: api.assignees,
    milestone: api.milestone,
    locked: api.locked,
    comments: api.comments,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
    closedAt: api.closed_at ?? null,
    fetchedAt,
  };
}
