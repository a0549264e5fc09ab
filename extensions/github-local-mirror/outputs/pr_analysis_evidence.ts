import * as z from "npm:zod@4.6.7";

/** What a reviewer or their agent found out about one head of a pull request. */
export interface PrAnalysisEvidence {
  repo: string;
  number: number;
  headSha: string;
  /** Who made it, for example a program and its version. */
  generator: string;
  codePathWalkthrough: string;
  reviewAttentionMap: string;
  /** `path:line` at that head, or commits; each was found to exist. */
  evidenceRefs: string[];
  recordedAt: string;
}

/** Schema of the `prAnalysisEvidence` output. */
export const prAnalysisEvidenceSchema: z.ZodType<PrAnalysisEvidence> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  generator: z.string(),
  codePathWalkthrough: z.string(),
  reviewAttentionMap: z.string(),
  evidenceRefs: z.array(z.string()),
  recordedAt: z.string(),
});
