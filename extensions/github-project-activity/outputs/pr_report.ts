import * as z from "npm:zod@4.6.7";
import { prFactsSchema } from "./pr_facts.ts";

/** Schema of the `prReport` output. */
export const prReportSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  /** Whether private events are in it. */
  includePrivate: z.boolean(),
  /** Bounds of the events in it, ISO 8601. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  markdown: z.string(),
  /** What the page says, as data. */
  facts: prFactsSchema,
  sources: z.array(z.string()).describe("Names of the documents it was made of"),
  generatedAt: z.string(),
});

/** A pull request as a page to read. */
export type PrReport = z.infer<typeof prReportSchema>;
