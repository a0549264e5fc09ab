import * as z from "npm:zod@4.6.7";
import { type ReleaseDocument, releaseFields } from "../platform/releases/document.ts";

/** Schema of the `release` output: the outcome of one release that was to be created. */
export const releaseSchema: z.ZodType<ReleaseDocument> = z.object(releaseFields);
