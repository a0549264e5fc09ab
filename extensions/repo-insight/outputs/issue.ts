import * as z from "npm:zod@4.6.7";

/** States a list of issues may be narrowed to. */
export const ISSUE_STATES = ["open", "closed", "all"] as const;

/** A state of {@link ISSUE_STATES}. */
export type IssueState = typeof ISSUE_STATES[number];

/** One issue; pull requests are not counted as issues. Times are ISO 8601. */
export interface Issue {
  number: number;
  title: string;
  state: string;
  author: string | null;
  labels: string[];
  assignees: string[];
  comments: number;
  url: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

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
  issues: z.array(z.object({
    number: z.number().int(),
    title: z.string(),
    state: z.string(),
    author: z.string().nullable(),
    labels: z.array(z.string()),
    assignees: z.array(z.string()),
    comments: z.number().int(),
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    closedAt: z.string().nullable(),
  })),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});
