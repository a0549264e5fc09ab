import { z } from "zod";

/** A path with a collective's slug. */
export const SLUG_PARAMS = z.object({ slug: z.string() });

/** The path of something numbered. */
export const NUMBER_PARAMS = z.object({
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, "must be a positive whole number"),
});
