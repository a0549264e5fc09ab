import { z } from "zod";
import { ReportLine } from "../reports/schema.ts";

/** Why an operator does something, as the people concerned read it. */
export const Note = z.string().trim().min(1, "must not be empty").max(1000)
  .regex(/^(?:[^\p{Cc}]|[\r\n\t])*$/u, "must not contain control characters")
  .describe("Why, as the people concerned read it");

/** What waits for a decision. */
export const Overview = z.object({
  reports: z.array(ReportLine).describe("Open reports, the oldest first"),
});

export type Overview = z.infer<typeof Overview>;

/** Path of something numbered. */
export const numberParams = z.object({
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, "must be a positive whole number"),
});

/** An act that leaves nothing to tell. */
export const Done = z.object({ done: z.literal(true) });
