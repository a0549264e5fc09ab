import { z } from "zod";

/** One line of text, without marks that turn the reading direction of what stands beside it. */
export const LINE = z.string().trim()
  .regex(/^[^\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]*$/u, "must not contain control characters");
