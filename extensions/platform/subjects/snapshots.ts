import * as z from "npm:zod@4.6.7";
import { actorTypeSchema } from "./person.ts";

/** Fields of the schemas of snapshots of subjects. */
const snapshotFields = {
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  author: z.string().nullable(),
  authorType: actorTypeSchema,
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  milestone: z.string().nullable(),
  /** Conversation locked. */
  locked: z.boolean(),
  /** Comments of the conversation, as the platform counts them. */
  comments: z.number().int(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  fetchedAt: z.string().describe("When its content last changed"),
};

const snapshot = z.strictObject(snapshotFields);

/** What pull requests and issues have in common. Times are ISO 8601. */
export type SubjectSnapshot = z.infer<typeof snapshot>;

/** States of an issue; `deleted` when the platform has it no longer. */
const ISSUE_SNAPSHOT_STATES = ["open", "closed", "deleted"] as const;

/** Fields of the schema of an {@link IssueSnapshot}, for types that add to it. */
export const issueSnapshotFields = {
  ...snapshotFields,
  state: z.enum(ISSUE_SNAPSHOT_STATES),
  /** Why it was closed: completed, not_planned, duplicate, reopened. */
  stateReason: z.string().nullable(),
  /** Address of the issue it has become in another repository. */
  transferredTo: z.string().nullable(),
};

/** Schema of an {@link IssueSnapshot}. */
export const issueSnapshotSchema = z.strictObject(issueSnapshotFields);

/** One issue. */
export type IssueSnapshot = z.infer<typeof issueSnapshotSchema>;

/** States of a pull request; `deleted` when the platform has it no longer. */
const PR_STATES = ["open", "closed", "merged", "deleted"] as const;

/** What the reviews together mean. */
export const REVIEW_DECISIONS = ["approved", "changes-requested", "review-required"] as const;

/** What a reviewer said last. */
export const REVIEW_STATES = ["approved", "changes-requested", "commented", "dismissed"] as const;

/** A word of {@link REVIEW_STATES}. */
export type ReviewState = typeof REVIEW_STATES[number];

/** How much of a pull request is known: what the list tells, or also what only its page tells. */
const DEPTHS = ["light", "full"] as const;

/** Schema of a {@link PrEnd}. */
export const prEndSchema = z.strictObject({
  ref: z.string(),
  sha: z.string(),
  /** owner/name; null when that repository is gone. */
  repo: z.string().nullable(),
});

/** One end of a pull request. */
export type PrEnd = z.infer<typeof prEndSchema>;

const count = z.number().int().nullable();

/** Fields of the schema of a {@link PrSnapshot}, for types that add to it. */
export const prSnapshotFields = {
  ...snapshotFields,
  state: z.enum(PR_STATES),
  depth: z.enum(DEPTHS).describe("light: as listed; full: with its details"),
  detailsOf: z.string().nullable().describe("updatedAt when all of its details were read"),
  draft: z.boolean(),
  base: prEndSchema.nullable(),
  head: prEndSchema.nullable(),
  requestedReviewers: z.array(z.string()).nullable().describe("People and teams (team:name)"),
  reviewers: z.array(z.strictObject({
    login: z.string(),
    state: z.enum(REVIEW_STATES),
    at: z.string(),
    /** The commit that was looked at. */
    sha: z.string().nullable(),
  })).nullable(),
  reviewDecision: z.enum(REVIEW_DECISIONS).nullable(),
  mergeable: z.boolean().nullable().describe("Null while the platform computes it"),
  maintainerCanModify: z.boolean().nullable(),
  mergedAt: z.string().nullable(),
  reviewComments: count,
  commits: count,
  additions: count,
  deletions: count,
  changedFiles: count,
};

/** Schema of a {@link PrSnapshot}. */
export const prSnapshotSchema = z.strictObject(prSnapshotFields);

/** One pull request. What needs its details is null while `depth` is `light`. */
export type PrSnapshot = z.infer<typeof prSnapshotSchema>;

/** The last word of one reviewer. */
export type PrReviewer = NonNullable<PrSnapshot["reviewers"]>[number];
