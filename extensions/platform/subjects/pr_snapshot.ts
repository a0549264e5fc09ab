import * as z from "npm:zod@4.6.7";
import { snapshotFields } from "./snapshot_fields.ts";

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
  depth: z.enum(DEPTHS).describe("light: as the list tells it; full: with its details"),
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
export const prSnapshotSchema = z.strictObject(prSnapshotFields);

/** One pull request. What needs its details is null while `depth` is `light`. */
export type PrSnapshot = z.infer<typeof prSnapshotSchema>;

/** The last word of one reviewer. */
export type PrReviewer = NonNullable<PrSnapshot["reviewers"]>[number];
