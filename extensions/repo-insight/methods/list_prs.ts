import { openClient } from "./client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import {
  apiState,
  type PullRequest,
  type PullRequestState,
  toPullRequest,
} from "../../platform/pull_request.ts";
import type { PullRequestList } from "../outputs/pull_request.ts";
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
  return await ask(`the pull requests of ${repo}`, async () => {
    const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
      ...name,
      per_page: PER_PAGE,
      state: apiState(state),
    });
    const { items, truncated } = await collect(pages, (api): PullRequest | undefined => {
      const pull = toPullRequest(api);
      return state === "merged" && pull.state !== "merged" ? undefined : pull;
    });
    const data: PullRequestList = {
      repo,
      state,
      pullRequests: items,
      truncated,
      fetchedAt: new Date().toISOString(),
    };
    const resource = instanceName("pull_requests", name);
    return {
      dataHandles: [await context.writeResource("pull_requests", resource, storedDocument(data))],
    };
  });
}
