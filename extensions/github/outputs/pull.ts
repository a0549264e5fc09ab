import * as z from "npm:zod@4.6.7";
import type { PullRequest } from "../../platform/pull_request.ts";

/** One pull request of a repository. */
export interface Pull extends PullRequest {
  repo: string;
  /** ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `pull` output. */
export const pullSchema: z.ZodType<Pull> = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  state: z.enum(["open", "closed", "merged"]),
  draft: z.boolean(),
  author: z.string().nullable(),
  head: z.string().describe("Branch that holds the change"),
  headSha: z.string(),
  base: z.string().describe("Branch it is to go into"),
  labels: z.array(z.string()),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  mergedAt: z.string().nullable(),
  fetchedAt: z.string().describe("ISO 8601"),
});
