import * as z from "npm:zod@4.6.7";
import type { MethodContext } from "../platform/context.ts";
import { ask } from "../platform/failure.ts";
import { connectLocal } from "../platform/gh.ts";
import { defineMethod } from "../platform/method.ts";
import { collect, PER_PAGE } from "../platform/page.ts";
import {
  apiState,
  PULL_REQUEST_STATES,
  type PullRequest,
  toPullRequest,
} from "../platform/pull_request.ts";
import {
  fullName,
  ownerPattern,
  parseRepositoryName,
  repositoryOrNamePattern,
} from "../platform/repository_name.ts";
import type { PullRequestResult } from "./result.ts";
import { sinceTime } from "./since.ts";
import { writeOne } from "../platform/write_one.ts";

/** Schema of {@link Globals}. */
export const globals = z.object({
  owner: z.string().regex(ownerPattern).describe("User or organisation that owns the repository"),
  repo: z.string().regex(repositoryOrNamePattern).describe(
    "Name of the repository, or owner/name",
  ),
  state: z.enum(PULL_REQUEST_STATES).optional().describe("State (default: open)"),
  limit: z.number().int().min(1).max(1000).optional().describe(
    "Maximum number of pull requests (default: 100)",
  ),
});

/** Global arguments of the type. */
type Globals = z.infer<typeof globals>;

/** Pages read at most; a filter may drop what a page holds. */
const PAGES = 100;

/** Writes the pull requests of the repository as one `result` resource. */
export const list = defineMethod({
  description: "List the pull requests, or those updated since a date",
  kind: "list",
  arguments: z.object({
    since: z.string().optional().describe(
      "Only those updated since this date, for example 2026-11-22",
    ),
    sinceDays: z.number().int().min(1).max(3650).optional().describe(
      "Only those updated in the last N days; cannot be used with since",
    ),
  }),
  async execute(args, context: MethodContext<Globals>) {
    const { owner, repo, state = "open", limit = 100 } = context.globalArgs;
    const name = parseRepositoryName(repo, owner);
    const now = new Date();
    const since = sinceTime(args, now.getTime());
    const client = connectLocal({ extension: "github-pr-list", context });
    return await ask(`the pull requests of ${fullName(name)}`, async () => {
      const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
        ...name,
        per_page: Math.min(limit, PER_PAGE),
        state: apiState(state),
        sort: "updated",
        direction: "desc",
      });
      const { items, truncated } = await collect(
        untilOlder(pages, since),
        (api): PullRequest | undefined => {
          const pull = toPullRequest(api);
          return state === "merged" && pull.state !== "merged" ? undefined : pull;
        },
        { maxItems: limit, maxPages: PAGES },
      );
      const data: PullRequestResult = {
        repo: fullName(name),
        state,
        since: since?.toISOString() ?? null,
        pullRequests: items,
        truncated,
        fetchedAt: now.toISOString(),
      };
      return await writeOne(context, "result", [name], data);
    });
  },
});

/** The pages up to the first pull request that was updated before; they are sorted by that time. */
async function* untilOlder<Pull extends { updated_at: string }, Page extends { data: Pull[] }>(
  pages: AsyncIterable<Page>,
  since: Date | undefined,
): AsyncIterable<Page> {
  for await (const page of pages) {
    const older = since === undefined
      ? -1
      : page.data.findIndex((pull) => Date.parse(pull.updated_at) < since.getTime());
    if (older < 0) yield page;
    else {
      // What follows was not asked for, so that nothing is missing.
      yield { ...page, data: page.data.slice(0, older), headers: {} };
      return;
    }
  }
}
