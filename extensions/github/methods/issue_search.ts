import * as z from "npm:zod@4.6.7";
import { type Globals, OWNER, ownerOf, repositoryOf } from "./connection.ts";
import { ISSUE_COLUMNS } from "../listing/columns.ts";
import { searchQuery } from "../listing/query.ts";
import { written } from "./written.ts";
import type { RepoIssue } from "../outputs/issue.ts";
import { toIssue } from "../../platform/issue.ts";
import type { MethodContext } from "../../platform/context.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";

/** Searches issues, in one repository, in those of an owner, or in all that the token can see. */
export const searchIssues = defineMethod({
  description: "Search issues",
  kind: "list",
  arguments: z.object({
    query: z.string().min(1).max(256).describe("Text and qualifiers of the search"),
    owner: OWNER,
    repo: z.string().min(1).max(140).optional().describe("Only in this repository"),
    state: z.enum(["open", "closed", "all"]).default("all").describe("State"),
    limit: z.number().int().min(1).max(1000).default(30).describe("Maximum number of results"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute({ query, owner, repo, state, limit, json }, context: MethodContext<Globals>) {
    const globals = context.globalArgs;
    const name = repo === undefined ? undefined : repositoryOf(repo, owner, globals);
    const q = searchQuery(query, {
      is: "issue",
      repo: name && `${name.owner}/${name.repo}`,
      user: name ? undefined : ownerOf(owner, globals),
      state: state === "all" ? undefined : state,
    });
    return await written<RepoIssue>(context, {
      what: "the search of issues",
      async read(client, fetchedAt) {
        const pages = client.pages("GET /search/issues", { q, per_page: PER_PAGE });
        return await collect(pages, (issue) => {
          const found = repositoryIn(issue.repository_url);
          if (name && found.toLowerCase() !== `${name.owner}/${name.repo}`.toLowerCase()) return;
          return { repo: found, ...toIssue(issue), fetchedAt };
        }, { maxItems: limit });
      },
      spec: "issue",
      nameOf: ({ repo, number }) =>
        instanceName("issue", parseRepositoryName(repo), String(number)),
      columns: ISSUE_COLUMNS,
      json,
    });
  },
});

/** `owner/name` at the end of a repository's address. */
function repositoryIn(url: string): string {
  return url.split("/").slice(-2).join("/");
}
