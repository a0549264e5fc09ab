import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../../platform/outcome.ts";

/** Schema of the `pull` output. */
export const ensuredPullSchema = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int().nullable().describe("Null while there is none"),
  head: z.string().describe("Branch that holds the change; owner:branch when it is in a fork"),
  base: z.string().describe("Branch to merge into"),
  title: z.string().describe("Title upstream, if the pull request exists"),
  url: z.string().nullable(),
  outcome: outcomeSchema,
  dryRun: z.boolean(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** Outcome for one pull request. */
export type EnsuredPull = z.infer<typeof ensuredPullSchema>;
