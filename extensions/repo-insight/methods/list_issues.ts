import { openClient } from "./client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { type IssueState, toIssue } from "../../platform/issue.ts";
import type { IssueList } from "../outputs/issue.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Writes the issues of one repository, newest first, as an `issues` resource. */
export async function listIssues(
  repo: string,
  state: IssueState,
  context: MethodContext,
): Promise<MethodResult> {
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
    const resource = instanceName("issues", name);
    return { dataHandles: [await context.writeResource("issues", resource, storedDocument(data))] };
  });
}
