import * as z from "npm:zod@4.6.7";
import { subjectFields } from "../../platform/subjects/subject.ts";

/** Schema of the `reviewSelection` output. */
export const reviewSelectionSchema = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  /** The current head of a pull request; null for an issue. */
  headSha: z.string().nullable(),
  /** Worktrees linked to it. */
  worktreeIds: z.array(z.string()),
  at: z.string(),
});

/** The subject that the context report is about. */
export type ReviewSelection = z.infer<typeof reviewSelectionSchema>;

/** Schema of the `prAnalysisEvidence` output. */
export const prAnalysisEvidenceSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  /** Author of the analysis, for example a program and its version. */
  generator: z.string(),
  codePathWalkthrough: z.string(),
  reviewAttentionMap: z.string(),
  /** `path:line` at that head, or commits; each was found to exist. */
  evidenceRefs: z.array(z.string()),
  recordedAt: z.string(),
});

/** What a reviewer or their agent found out about one head of a pull request. */
export type PrAnalysisEvidence = z.infer<typeof prAnalysisEvidenceSchema>;
