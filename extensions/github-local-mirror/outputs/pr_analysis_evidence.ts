import * as z from "npm:zod@4.6.7";

/** Schema of the `prAnalysisEvidence` output. */
export const prAnalysisEvidenceSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  /** Who made it, for example a program and its version. */
  generator: z.string(),
  codePathWalkthrough: z.string(),
  reviewAttentionMap: z.string(),
  /** `path:line` at that head, or commits; each was found to exist. */
  evidenceRefs: z.array(z.string()),
  recordedAt: z.string(),
});

/** What a reviewer or their agent found out about one head of a pull request. */
export type PrAnalysisEvidence = z.infer<typeof prAnalysisEvidenceSchema>;
