import * as z from "npm:zod@4.6.7";
import {
  PULL_REQUEST_STATES,
  type PullRequest,
  pullRequestSchema,
  type PullRequestState,
} from "../../platform/pull_request.ts";

/** The pull requests of one repository. */
export interface PullRequestList {
  repo: string;
  state: PullRequestState;
  pullRequests: PullRequest[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** When this was read. */
  fetchedAt: string;
}

/** Schema of the `pull_requests` output. */
export const pullRequestListSchema: z.ZodType<PullRequestList> = z.object({
  repo: z.string().describe("owner/name"),
  state: z.enum(PULL_REQUEST_STATES),
  pullRequests: z.array(pullRequestSchema),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});
