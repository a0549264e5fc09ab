import * as z from "npm:zod@4.6.7";
import { openClient } from "../actions/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import {
  apiState,
  PULL_REQUEST_STATES,
  type PullRequest,
  toPullRequest,
} from "../../platform/pull_request.ts";
import type { PullRequestList } from "../outputs/pull_request.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Writes the pull requests of one repository, newest first, as a `pull_requests` resource. */
export const listPullRequests = defineMethod({
  description: "List the pull requests of one repository",
  kind: "list",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    state: z.enum(PULL_REQUEST_STATES).optional().describe("State (default: open)"),
  }),
  async execute({ repo, state = "open" }, context: MethodContext) {
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
      return await writeOne(context, "pull_requests", [name], storedDocument(data));
    });
  },
});
