import { openClient } from "../client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { PullRequest, PullRequestList, PullRequestState } from "../outputs/pull_request.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Writes the pull requests of one repository, newest first, as a `pull_requests` resource. */
export async function listPullRequests(
  repo: string,
  state: PullRequestState,
  context: MethodContext,
): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  try {
    const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/pulls", {
      ...name,
      per_page: PER_PAGE,
      // The API knows no state of merged ones: they are the closed ones with a merge time.
      state: state === "merged" ? "closed" : state,
    });
    const { items, truncated } = await collect(pages, (pull): PullRequest | undefined => {
      const merged = pull.merged_at !== null;
      if (state === "merged" && !merged) return undefined;
      return {
        number: pull.number,
        title: pull.title,
        state: merged ? "merged" : pull.state === "open" ? "open" : "closed",
        draft: pull.draft ?? false,
        author: pull.user?.login ?? null,
        head: pull.head.ref,
        headSha: pull.head.sha,
        base: pull.base.ref,
        labels: pull.labels.map((label) => label.name),
        url: pull.html_url,
        createdAt: pull.created_at,
        updatedAt: pull.updated_at,
        mergedAt: pull.merged_at,
      };
    });
    const data: PullRequestList = {
      repo,
      state,
      pullRequests: items,
      truncated,
      fetchedAt: new Date().toISOString(),
    };
    const resource = instanceName("pull_requests", name);
    return { dataHandles: [await context.writeResource("pull_requests", resource, data)] };
  } catch (error) {
    throw failureOf(error, `the pull requests of ${repo}`);
  }
}
