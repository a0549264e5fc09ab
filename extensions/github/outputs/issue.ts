import * as z from "npm:zod@4.6.7";
import { type Issue, issueFields } from "../../platform/issue.ts";

/** One issue of a repository, and when it was read. */
export interface RepoIssue extends Issue {
  repo: string;
  /** ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `issue` output. */
export const issueSchema: z.ZodType<RepoIssue> = z.object({
  repo: z.string().describe("owner/name"),
  ...issueFields,
  fetchedAt: z.string().describe("ISO 8601"),
});
