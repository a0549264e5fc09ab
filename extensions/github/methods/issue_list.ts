import * as z from "npm:zod@4.6.7";
import { type Globals, OWNER, repositoryOf } from "./connection.ts";
import { ISSUE_COLUMNS } from "../listing/columns.ts";
import { written } from "./written.ts";
import type { RepoIssue } from "../outputs/issue.ts";
import { toIssue } from "../../platform/issue.ts";
import type { MethodContext } from "../../platform/context.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { defineMethod } from "../../platform/method.ts";

/** Lists the issues of one repository, newest first; pull requests are left out. */
export const listIssues = defineMethod({
  description: "List the issues of one repository",
  kind: "list",
  arguments: z.object({
    repo: z.string().min(1).max(140).describe("Repository, as a name or owner/name"),
    owner: OWNER,
    state: z.enum(["open", "closed", "all"]).default("open").describe("State"),
    labels: z.string().min(1).max(500).optional().describe(
      "Labels that all must match, separated by commas",
    ),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ repo, owner, state, labels, json }, context: MethodContext<Globals>) {
    const name = repositoryOf(repo, owner, context.globalArgs);
    const fullName = `${name.owner}/${name.repo}`;
    return await written<RepoIssue>(context, {
      what: `the issues of ${fullName}`,
      async read(client, fetchedAt) {
        const pages = client.pages("GET /repos/{owner}/{repo}/issues", {
          ...name,
          state,
          per_page: PER_PAGE,
          ...labels !== undefined && { labels },
        });
        return await collect(
          pages,
          (issue) =>
            issue.pull_request ? undefined : { repo: fullName, ...toIssue(issue), fetchedAt },
        );
      },
      spec: "issue",
      nameOf: ({ number }) => instanceName("issue", name, String(number)),
      columns: ISSUE_COLUMNS,
      json,
    });
  },
});
