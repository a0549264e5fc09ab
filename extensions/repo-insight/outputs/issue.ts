import * as z from "npm:zod@4.6.7";
import { ISSUE_STATES, issueFields } from "../../platform/issue.ts";

/** Schema of the `issues` output. */
export const issueListSchema = z.object({
  repo: z.string().describe("owner/name"),
  state: z.enum(ISSUE_STATES),
  issues: z.array(z.object(issueFields)),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The issues of one repository. */
export type IssueList = z.infer<typeof issueListSchema>;
