import * as z from "npm:zod@4.6.7";
import { type PrFacts, prFactsSchema } from "./pr_facts.ts";

/** A pull request as a page to read. */
export interface PrReport {
  repo: string;
  number: number;
  /** Whether private events are in it. */
  includePrivate: boolean;
  /** Bounds of the events in it, ISO 8601. */
  since: string | null;
  until: string | null;
  markdown: string;
  /** What the page says, as data. */
  facts: PrFacts;
  /** Names of the documents it was made of. */
  sources: string[];
  generatedAt: string;
}

/** Schema of the `prReport` output. */
export const prReportSchema: z.ZodType<PrReport> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  includePrivate: z.boolean(),
  since: z.string().nullable(),
  until: z.string().nullable(),
  markdown: z.string(),
  facts: prFactsSchema,
  sources: z.array(z.string()).describe("Names of the documents it was made of"),
  generatedAt: z.string(),
});
