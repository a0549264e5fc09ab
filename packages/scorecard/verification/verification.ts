import { Outcome } from "@svc/core/wire";
import { z } from "zod";

/** The answer to "is this a public repository on one of the four hosts?" Plain JSON, stored. */
export const Verification = z.object({
  /** Only `passed` counts as verified; all else is not (spec §2.6 rule 3). */
  outcome: Outcome,
  /** The URL that was asked about, as the owner wrote it; null when none is set. */
  url: z.string().nullable(),
  /** In words: what was found, or why it could not be. */
  reason: z.string(),
  /** ISO 8601 time of the check; null when nothing was asked. */
  checkedAt: z.string().nullable(),
});
export type Verification = z.output<typeof Verification>;
