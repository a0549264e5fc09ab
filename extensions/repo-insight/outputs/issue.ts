import * as z from "npm:zod@4.6.7";
import { type Issue, ISSUE_STATES, issueFields, type IssueState } from "../../platform/issue.ts";

/** The issues of one repository. */
export interface IssueList {
  repo: string;
  state: IssueState;
  issues: Issue[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** When this was read. */
  fetchedAt: string;
}

/** Schema of the `issues` output. */
export const issueListSchema: z.ZodType<IssueList> = z.object({
  repo: z.string().describe("owner/name"),
  state: z.enum(ISSUE_STATES),
  issues: z.array(z.object(issueFields)),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});
