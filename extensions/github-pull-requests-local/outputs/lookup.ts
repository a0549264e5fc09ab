import * as z from "npm:zod@4.6.7";
import { pullRequestFactsSchema } from "../../platform/pulls/pull_request.ts";

/** States a look-up may be narrowed to. */
export const LOOKUP_STATES = ["open", "closed", "merged", "all"] as const;

/** Schema of the `pullRequestLookup` output. */
export const pullRequestLookupSchema = z.object({
  repo: z.string().describe("owner/name"),
  head: z.string().describe("owner:branch"),
  state: z.enum(LOOKUP_STATES),
  found: z.boolean(),
  count: z.number().int().describe("How many there are, at most 1,000"),
  pullRequest: pullRequestFactsSchema.nullable().describe("The newest one"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The `pullRequestLookup` output: the pull requests of one head branch. */
export type PullRequestLookup = z.infer<typeof pullRequestLookupSchema>;
