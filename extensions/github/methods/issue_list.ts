import { type Globals, openClient } from "../client.ts";
import { ISSUE_COLUMNS } from "../listing/columns.ts";
import { written } from "../listing/written.ts";
import { toIssue } from "../../platform/issue.ts";
import { repositoryOf } from "../owner.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";

/** What is asked for. */
export interface ListIssuesArguments {
  repo: string;
  owner?: string | undefined;
  state: "open" | "closed" | "all";
  /** Names with commas between; an issue has to have all of them. */
  labels?: string | undefined;
  json: boolean;
}

/** Lists the issues of one repository, newest first; pull requests are left out. */
export async function listIssues(
  { repo, owner, state, labels, json }: ListIssuesArguments,
  context: MethodContext<Globals>,
): Promise<MethodResult> {
  const name = repositoryOf(repo, owner, context.globalArgs);
  const fullName = `${name.owner}/${name.repo}`;
  const client = openClient(context);
  try {
    const fetchedAt = new Date().toISOString();
    const pages = client.pages("GET /repos/{owner}/{repo}/issues", {
      ...name,
      state,
      per_page: PER_PAGE,
      ...labels !== undefined && { labels },
    });
    const { items, truncated } = await collect(
      pages,
      (issue) => issue.pull_request ? undefined : { repo: fullName, ...toIssue(issue), fetchedAt },
    );
    return await written(context as MethodContext<never>, {
      spec: "issue",
      nameOf: (issue) => instanceName("issue", name, String(issue.number)),
      items,
      truncated,
      columns: ISSUE_COLUMNS,
      json,
    });
  } catch (error) {
    throw failureOf(error, `the issues of ${fullName}`);
  }
}
