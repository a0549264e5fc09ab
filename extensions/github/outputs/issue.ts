import * as z from "npm:zod@4.6.7";
import { issueFields } from "../../platform/issue.ts";

/** Schema of the `issue` output. */
export const issueSchema = z.object({
  repo: z.string().describe("owner/name"),
  ...issueFields,
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One issue of a repository, and when it was read. */
export type RepoIssue = z.infer<typeof issueSchema>;
