import * as z from "npm:zod@4.6.7";
import { releaseFields } from "../../platform/releases/document.ts";

/** Schema of the `release` output. */
export const ensuredReleaseSchema = z.object({
  ...releaseFields,
  /** True when nothing was to be written. */
  dryRun: z.boolean(),
});

/** Outcome for the release of one tag. */
export type EnsuredRelease = z.infer<typeof ensuredReleaseSchema>;
