import * as z from "npm:zod@4.6.7";
import { PULL_REQUEST_STATES, pullRequestSchema } from "../../platform/pull_request.ts";

/** Schema of the `pull_requests` output. */
export const pullRequestListSchema = z.object({
  repo: z.string().describe("owner/name"),
  state: z.enum(PULL_REQUEST_STATES),
  pullRequests: z.array(pullRequestSchema),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The pull requests of one repository. */
export type PullRequestList = z.infer<typeof pullRequestListSchema>;
