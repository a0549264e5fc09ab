import * as z from "npm:zod@4.6.7";
import { PULL_REQUEST_STATES, pullRequestSchema } from "../platform/pull_request.ts";

/** Schema of the `result` output. */
export const resultSchema = z.object({
  repo: z.string().describe("owner/name"),
  state: z.enum(PULL_REQUEST_STATES),
  since: z.string().nullable().describe("Only those updated since this time, ISO 8601"),
  pullRequests: z.array(pullRequestSchema),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** Pull requests of one repository, the most recently updated first. */
export type PullRequestResult = z.infer<typeof resultSchema>;
