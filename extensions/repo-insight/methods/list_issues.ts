import { openClient } from "../client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { failureOf } from "../../platform/failure.ts";
import type { IssueList, IssueState } from "../outputs/issue.ts";
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
  try {
    const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/issues", {
      ...name,
      per_page: PER_PAGE,
      state,
    });
    const { items, truncated } = await collect(pages, (issue) => {
      // The API lists pull requests as issues too.
      if (issue.pull_request) return undefined;
      return {
        number: issue.number,
        title: issue.title,
        state: issue.state,
        author: issue.user?.login ?? null,
        labels: issue.labels.map((label) => typeof label === "string" ? label : label.name ?? "")
          .filter((label) => label !== ""),
        assignees: (issue.assignees ?? []).map((person) => person.login),
        comments: issue.comments,
        url: issue.html_url,
        createdAt: issue.created_at,
        updatedAt: issue.updated_at,
        closedAt: issue.closed_at,
      };
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
  } catch (error) {
    throw failureOf(error, `the issues of ${repo}`);
  }
}
