import * as z from "npm:zod@4.6.7";
import { readMethod } from "../actions/read_method.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import {
  apiState,
  PULL_REQUEST_STATES,
  type PullRequest,
  toPullRequest,
} from "../../platform/pull_request.ts";
import type { PullRequestList } from "../outputs/pull_request.ts";

/** Writes the pull requests of one repository, newest first, as a `pull_requests` resource. */
export const listPullRequests = readMethod({
  description: "List the pull requests of one repository",
  kind: "list",
  arguments: { state: z.enum(PULL_REQUEST_STATES).optional().describe("State (default: open)") },
  resource: "pull_requests",
  what: ({ repo }) => `the pull requests of ${repo}`,
  async read(client, name, { repo, state = "open" }): Promise<PullRequestList> {
    const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
      ...name,
      per_page: PER_PAGE,
      state: apiState(state),
    });
    const { items, truncated } = await collect(pages, (api): PullRequest | undefined => {
      const pull = toPullRequest(api);
      return state === "merged" && pull.state !== "merged" ? undefined : pull;
    });
    return { repo, state, pullRequests: items, truncated, fetchedAt: new Date().toISOString() };
  },
});
