import * as z from "npm:zod@4.6.7";

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const number = z.number().int().positive();
const seen = { sha, at: z.string(), previous: sha.nullable() };

/** Schema of `heads.json` in the artifact folder. */
export const headsSchema = z.object({
  generation: z.number().int(),
  heads: z.array(z.tuple([number, z.object({ ...seen, present: z.boolean() })])),
  untold: z.array(number),
  waiting: z.array(z.object({ number, ...seen })),
});
