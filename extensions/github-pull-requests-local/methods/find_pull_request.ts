import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import { ask } from "../../platform/failure.ts";
import { connectLocal } from "../../platform/gh.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import {
  EXTENSION,
  type PullsContext,
  REPOSITORY,
  repositoryOf,
} from "../../platform/pulls/context.ts";
import { qualified } from "../../platform/pulls/opening.ts";
import { type PullRequestFacts, pullRequestFacts } from "../../platform/pulls/pull_request.ts";
import { parseHead } from "../../platform/ref_name.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { LOOKUP_STATES, type PullRequestLookup } from "../outputs/file_commit.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Looks for the pull requests of a head branch. */
export const findPullRequest = defineMethod({
  description: "Look up a pull request by its head branch, through gh",
  kind: "read",
  arguments: z.object({
    ...REPOSITORY,
    head: z.string().min(1).max(300).describe("Head branch; owner:branch for one of a fork"),
    state: z.enum(LOOKUP_STATES).optional().describe(
      "State (default: open); merged pull requests are closed",
    ),
  }),
  async execute({ owner, repo, head, state = "open" }, context: PullsContext) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    parseHead(head);
    const client = connectLocal({ extension: EXTENSION, context });
    return await ask(`the pull requests of ${head} in ${fullName(name)}`, async () => {
      const pulls = await findPulls(client, name, qualified(name, head), state);
      const data: PullRequestLookup = {
        repo: fullName(name),
        head: qualified(name, head),
        state,
        found: pulls.length > 0,
        count: pulls.length,
        pullRequest: pulls[0] ?? null,
        fetchedAt: new Date().toISOString(),
      };
      context.logger.info("{count} found, state {state}", { count: pulls.length, state });
      return await writeOne(context, "pullRequestLookup", [name, head, state], data);
    });
  },
});

/** The pull requests of one head, newest first. */
async function findPulls(
  client: Client,
  name: RepositoryName,
  head: string,
  state: PullRequestLookup["state"],
): Promise<PullRequestFacts[]> {
  const { owner, branch } = parseHead(head);
  const pages = client.pages("GET /repos/{owner}/{repo}/pulls", {
    ...name,
    head,
    // The API knows no state of merged ones: they are the closed ones with a merge time.
    state: state === "merged" ? "closed" : state,
    sort: "created",
    direction: "desc",
    per_page: PER_PAGE,
  });
  const { items } = await collect(pages, (pull) => {
    // A head that the API cannot read is not a filter to it, so each one is compared.
    const login = pull.head.user?.login;
    if (pull.head.ref !== branch) return undefined;
    if (login !== undefined && login.toLowerCase() !== owner!.toLowerCase()) return undefined;
    const facts = pullRequestFacts(pull);
    return state === "merged" && facts.state !== "merged" ? undefined : facts;
  });
  return items;
}
