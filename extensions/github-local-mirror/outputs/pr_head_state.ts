import * as z from "npm:zod@4.6.7";

/** Schema of the `prHeadState` output. */
export const prHeadStateSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  present: z.boolean().describe("False when the ref is gone; the commit is kept"),
  /** When a fetch saw this head first, ISO 8601. */
  fetchedAt: z.string(),
});

/** Where a pull request's branch is now, by the ref that git fetched: what counts as current. */
export type PrHeadState = z.infer<typeof prHeadStateSchema>;
