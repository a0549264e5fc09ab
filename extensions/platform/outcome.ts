import * as z from "npm:zod@4.6.7";

/** What a write did, the same words in every resource of the catalogue. */
export const OUTCOMES = [
  /** The object did not exist and was made. */
  "created",
  /** It existed already; nothing was written. */
  "exists",
  /** It existed and was changed. */
  "updated",
  /** There was nothing to change. */
  "unchanged",
  /** A dry run: a real run would make it. */
  "would-create",
  /** A dry run: a real run would change it. */
  "would-update",
  /** It failed; `error` says why. */
  "failed",
] as const;

/** A word of {@link OUTCOMES}. */
export type Outcome = typeof OUTCOMES[number];

/** Schema of an `outcome` field. */
export const outcomeSchema: z.ZodEnum<{ [Word in Outcome]: Word }> = z.enum(OUTCOMES);

/** Schema of an `error` field. */
export const failureRecordSchema = z.object({
  /** A code of `failure.ts`. */
  code: z.string(),
  message: z.string(),
});

/** Why one item failed, as a resource with `outcome: "failed"` holds it. */
export type FailureRecord = z.infer<typeof failureRecordSchema>;
