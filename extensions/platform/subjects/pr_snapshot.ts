import * as z from "npm:zod@4.6.7";
import { snapshotFields, type SubjectSnapshot } from "./snapshot_fields.ts";

/** States of a pull request; `deleted` when the platform has it no longer. */
export const PR_STATES = ["open", "closed", "merged", "deleted"] as const;

/** What the reviews together mean. */
export const REVIEW_DECISIONS = ["approved", "changes-requested", "review-required"] as const;

/** What a reviewer said last. */
export const REVIEW_STATES = ["approved", "changes-requested", "commented", "dismissed"] as const;

/** A word of {@link REVIEW_STATES}. */
export type ReviewState = typeof REVIEW_STATES[number];

/** How much of a pull request is known: what the list tells, or also what only its page tells. */
export const DEPTHS = ["light", "full"] as const;

/** One end of a pull request. */
export interface PrEnd {
  ref: string;
  sha: string;
  /** owner/name; null when that repository is gone. */
  repo: string | null;
}

/** The last word of one reviewer. */
export interface PrReviewer {
  login: string;
  state: ReviewState;
  at: string;
  /** The commit that was looked at. */
  sha: string | null;
}

/** One pull request. What needs its details is null while `depth` is `light`. */
export interface PrSnapshot extends SubjectSnapshot {
  state: typeof PR_STATES[number];
  depth: typeof DEPTHS[number];
  /** `updatedAt` when all of its details were read; when it is another now, they are older. */
  detailsOf: string | null;
  draft: boolean;
  base: PrEnd | null;
  head: PrEnd | null;
  /** People and teams (`team:name`) who were asked and have not answered. */
  requestedReviewers: string[] | null;
  reviewers: PrReviewer[] | null;
  reviewDecision: typeof REVIEW_DECISIONS[number] | null;
  /** Null also while the platform is working it out. */
  mergeable: boolean | null;
  maintainerCanModify: boolean | null;
  mergedAt: string | null;
  reviewComments: number | null;
  commits: number | null;
  additions: number | null;
  deletions: number | null;
  changedFiles: number | null;
}

const end = z.strictObject({ ref: z.string(), sha: z.string(), repo: z.string().nullable() });
const count = z.number().int().nullable();

/** Fields of the schema of a {@link PrSnapshot}, for types that add to it. */
export const prSnapshotFields = {
  ...snapshotFields,
  state: z.enum(PR_STATES),
  depth: z.enum(DEPTHS).describe("light: as the list tells it; full: with its details"),
  detailsOf: z.string().nullable().describe("updatedAt when all of its details were read"),
  draft: z.boolean(),
  base: end.nullable(),
  head: end.nullable(),
  requestedReviewers: z.array(z.string()).nullable().describe("People and teams (team:name)"),
  reviewers: z.array(z.strictObject({
    login: z.string(),
    state: z.enum(REVIEW_STATES),
    at: z.string(),
    sha: z.string().nullable(),
  })).nullable(),
  reviewDecision: z.enum(REVIEW_DECISIONS).nullable(),
  mergeable: z.boolean().nullable().describe("Null while the platform is working it out"),
  maintainerCanModify: z.boolean().nullable(),
  mergedAt: z.string().nullable(),
  reviewComments: count,
  commits: count,
  additions: count,
  deletions: count,
  changedFiles: count,
};

/** Schema of a {@link PrSnapshot}. */
export const prSnapshotSchema: z.ZodType<PrSnapshot> = z.strictObject(prSnapshotFields);
