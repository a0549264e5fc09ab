import * as z from "npm:zod@4.6.7";

/** How a revision came to be. */
export const REVISION_KINDS = ["opened", "pushed", "force-pushed"] as const;

/** Schema of the `prRevision` output. */
export const prRevisionSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  baseSha: z.string().nullable(),
  mergeBase: z.string().nullable(),
  /** The head before; null for the first that was seen. */
  previousHeadSha: z.string().nullable(),
  /** `force-pushed`: the head before is not an ancestor of this one. */
  kind: z.enum(REVISION_KINDS),
  /** When a fetch first saw it, ISO 8601. */
  observedAt: z.string(),
  patchPath: z.string().nullable().describe("Below the artifact folder"),
});

/** One state of a pull request's branch, as the fetches have seen it. */
export type PrRevision = z.infer<typeof prRevisionSchema>;
