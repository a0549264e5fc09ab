import * as z from "npm:zod@4.6.7";
import { type ReleaseDocument, releaseFields } from "../../platform/releases/document.ts";

/** The outcome of the release of one tag. */
export interface EnsuredRelease extends ReleaseDocument {
  /** True when nothing was to be written. */
  dryRun: boolean;
}

/** Schema of the `release` output. */
export const ensuredReleaseSchema: z.ZodType<EnsuredRelease> = z.object({
  ...releaseFields,
  dryRun: z.boolean(),
});
