import * as z from "npm:zod@4.6.7";

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const number = z.number().int().positive();
const seen = {
  sha,
  /** When a fetch first saw it there, ISO 8601. */
  at: z.string(),
  /** The head before; null for the first. */
  previous: sha.nullable(),
};
const head = z.object({
  ...seen,
  /** False when the ref is gone. */
  present: z.boolean(),
});
const waiting = z.object({ number, ...seen });

/** The head of a pull request as the fetches have seen it. */
export type Head = z.infer<typeof head>;

/** A revision that is still to be described. */
export type Waiting = z.infer<typeof waiting>;

/** Schema of `heads.json` in the artifact folder. */
export const headsSchema = z.object({
  generation: z.number().int(),
  heads: z.array(z.tuple([number, head])),
  untold: z.array(number),
  waiting: z.array(waiting),
});
