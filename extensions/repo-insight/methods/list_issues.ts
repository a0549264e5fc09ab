import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { ISSUE_STATES, toIssue } from "../../platform/issue.ts";
import type { IssueList } from "../outputs/issue.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Writes the issues of one repository, newest first, as an `issues` resource. */
export const listIssues = defineMethod({
  description: "List the issues of one repository",
  kind: "list",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    state: z.enum(ISSUE_STATES).optional().describe("State (default: open)"),
  }),
  async execute({ repo, state = "open" }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const client = await openClient(context);
    return await ask(`the issues of ${repo}`, async () => {
      const pages = client.pages("GET /repos/{owner}/{repo}/issues", {
        ...name,
        per_page: PER_PAGE,
        state,
      });
      const { items, truncated } = await collect(pages, (issue) => {
        // The API lists pull requests as issues too.
        return issue.pull_request ? undefined : toIssue(issue);
      });
      const data: IssueList = {
        repo,
        state,
        issues: items,
        truncated,
        fetchedAt: new Date().toISOString(),
      };
      return await writeOne(context, "issues", [name], storedDocument(data));
    });
  },
});
