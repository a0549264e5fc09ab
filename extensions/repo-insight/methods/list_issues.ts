import * as z from "npm:zod@4.6.7";
import { readMethod } from "../actions/read_method.ts";
import { ISSUE_STATES, toIssue } from "../../platform/issue.ts";
import type { IssueList } from "../outputs/issue.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";

/** Writes the issues of one repository, newest first, as an `issues` resource. */
export const listIssues = readMethod({
  description: "List the issues of one repository",
  kind: "list",
  arguments: { state: z.enum(ISSUE_STATES).optional().describe("State (default: open)") },
  resource: "issues",
  what: ({ repo }) => `the issues of ${repo}`,
  async read(client, name, { repo, state = "open" }): Promise<IssueList> {
    const pages = client.pages("GET /repos/{owner}/{repo}/issues", {
      ...name,
      per_page: PER_PAGE,
      state,
    });
    const { items, truncated } = await collect(pages, (issue) => {
      // The API lists pull requests as issues too.
      return issue.pull_request ? undefined : toIssue(issue);
    });
    return { repo, state, issues: items, truncated, fetchedAt: new Date().toISOString() };
  },
});
