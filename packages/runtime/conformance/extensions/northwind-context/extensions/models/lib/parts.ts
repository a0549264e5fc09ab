import { z } from "npm:zod@4";

/** A part, made by another copy of zod. */
export const PartSchema = z.object({ name: z.string(), weight: z.number().default(1) });
