import * as z from "npm:zod@4.6.7";
import { storedBody } from "../stored_text.ts";
import {
  apiAccount,
  apiCount,
  apiLabels,
  apiLogins,
  apiMilestone,
  apiNumber,
  apiTime,
  apiTitle,
} from "./api/parts.ts";
import { toPerson } from "./person.ts";
import type { ReviewWords } from "./reviews.ts";
import type { IssueSnapshot, PrSnapshot, SubjectSnapshot } from "./snapshots.ts";

/** What issues and pull requests have in common in answers. */
const subjectFieldsOfApi = {
  number: apiNumber,
  title: apiTitle,
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]),
  user: apiAccount,
  labels: apiLabels,
  assignees: apiLogins,
  milestone: apiMilestone,
  locked: z.boolean().default(false),
  comments: z.number().int().nonnegative().default(0),
  html_url: z.string().max(2048),
  created_at: apiTime,
  updated_at: apiTime,
  closed_at: apiTime.nullish(),
};

/** An issue of an answer, or a pull request as the list of issues has it. */
const apiIssue = z.object({
  ...subjectFieldsOfApi,
  state_reason: z.string().max(64).nullish(),
  draft: z.boolean().optional(),
  pull_request: z.object({ merged_at: apiTime.nullish() }).nullish(),
});

/** An {@link apiIssue} that was checked. */
export type ApiIssue = z.infer<typeof apiIssue>;

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

const end = z.object({
  ref: apiTitle,
  sha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  repo: z.object({ full_name: apiTitle }).nullish(),
}).transform(({ ref, sha, repo }) => ({ ref, sha, repo: repo?.full_name ?? null }));

/** A pull request's own page. */
const apiPull = z.object({
  ...subjectFieldsOfApi,
  draft: z.boolean().optional(),
  merged_at: apiTime.nullish(),
  head: end,
  base: end,
  requested_reviewers: apiLogins,
  requested_teams: z.array(z.object({ slug: apiTitle })).nullish(),
  mergeable: z.boolean().nullish(),
  maintainer_can_modify: z.boolean().nullish(),
  review_comments: apiCount,
  commits: apiCount,
  additions: apiCount,
  deletions: apiCount,
  changed_files: apiCount,
});

/** An {@link apiPull} that was checked. */
export type ApiPull = z.infer<typeof apiPull>;

/**
 * A pull request's own page.
 *
 * @throws ZodError for an answer of another shape.
 */
export function readPull(raw: unknown): ApiPull {
  return apiPull.parse(raw);
}

/** People and teams (`team:name`) who were asked and have not answered. */
export function pendingReviewers(pull: ApiPull): string[] {
  const teams = (pull.requested_teams ?? []).map(({ slug }) => `team:${slug}`);
  return [...pull.requested_reviewers, ...teams];
}

/**
 * A pull request with all its details.
 *
 * @param words what its reviews say together; null when they were not read
 */
export function fullPr(pull: ApiPull, words: ReviewWords | null, reading: Reading): PrSnapshot {
  const mergedAt = pull.merged_at ?? null;
  return {
    ...commonFields(pull, reading),
    state: mergedAt === null ? pull.state : "merged",
    depth: "full",
    detailsOf: words === null ? null : pull.updated_at,
    draft: pull.draft ?? false,
    base: pull.base,
    head: pull.head,
    requestedReviewers: pendingReviewers(pull),
    reviewers: words?.reviewers ?? null,
    reviewDecision: words?.reviewDecision ?? null,
    mergeable: pull.mergeable ?? null,
    maintainerCanModify: pull.maintainer_can_modify ?? null,
    mergedAt,
    reviewComments: pull.review_comments,
    commits: pull.commits,
    additions: pull.additions,
    deletions: pull.deletions,
    changedFiles: pull.changed_files,
  };
}
