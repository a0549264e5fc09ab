import * as z from "npm:zod@4.6.7";
import { type PullRequest, pullRequestFields } from "../../platform/pull_request.ts";

/** One pull request of a repository. */
export interface Pull extends PullRequest {
  repo: string;
  /** ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `pull` output. */
export const pullSchema: z.ZodType<Pull> = z.object({
  repo: z.string().describe("owner/name"),
  ...pullRequestFields,
  fetchedAt: z.string().describe("ISO 8601"),
});
