import * as z from "npm:zod@4.6.7";

/** How a revision came to be. */
export const REVISION_KINDS = ["opened", "pushed", "force-pushed"] as const;

/** One state of a pull request's branch, as the fetches have seen it. */
export interface PrRevision {
  repo: string;
  number: number;
  headSha: string;
  baseSha: string | null;
  mergeBase: string | null;
  /** The head before; null for the first that was seen. */
  previousHeadSha: string | null;
  /** `force-pushed`: the head before is not an ancestor of this one. */
  kind: typeof REVISION_KINDS[number];
  /** When a fetch first saw it, ISO 8601. */
  observedAt: string;
  /** The patch below the artifact folder; null when there is none or it was too large. */
  patchPath: string | null;
}

/** Schema of the `prRevision` output. */
export const prRevisionSchema: z.ZodType<PrRevision> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  baseSha: z.string().nullable(),
  mergeBase: z.string().nullable(),
  previousHeadSha: z.string().nullable(),
  kind: z.enum(REVISION_KINDS),
  observedAt: z.string(),
  patchPath: z.string().nullable().describe("Below the artifact folder"),
});
