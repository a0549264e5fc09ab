import { z } from "zod";

/** The path of something numbered. */
export const numberParams = z.object({
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, "must be a positive whole number"),
});
