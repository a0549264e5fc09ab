import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { findMarked, withMarker } from "../../platform/marker.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { Listed } from "../../platform/pages.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { actingAccount } from "../actions/account.ts";
import { actOnce } from "../actions/act_once.ts";
import { type ActionRequest, actOnRecord, KEY, LONGEST_BODY } from "../actions/journal.ts";
import { withSlack } from "../actions/since.ts";
import { defineMethod } from "../../platform/method.ts";

/** Creates one issue for each key, however often it is asked to. */
export const createIssue = defineMethod({
  description: "Create an issue, once per key",
  kind: "action",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    title: z.string().min(1).max(256).describe("Title of the issue"),
    body: z.string().max(LONGEST_BODY).describe("Text of the issue, in Markdown"),
    idempotencyKey: KEY,
  }),
  async execute({ repo, title, body, idempotencyKey }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const what = `a new issue in ${repo}`;
    const request: ActionRequest = {
      action: "create_issue",
      name,
      idempotencyKey,
      effect: { title, body },
    };
    return await actOnRecord(context, what, request, async (client, journal) => {
      const login = await actingAccount(client);
      const { made, outcome } = await actOnce(journal, {
        what,
        intent: { performedBy: login },
        look: async (since) =>
          findMarked(await issuesBy(client, name, login, since), journal.marker, login),
        write: async () => {
          const route = "POST /repos/{owner}/{repo}/issues";
          const marked = withMarker(body, journal.marker);
          return (await client.request(route, { ...name, title, body: marked })).data;
        },
      });
      return await journal.finish({
        outcome,
        number: made.number,
        url: made.html_url,
        performedBy: login,
      });
    });
  },
});

/**
 * Issues that an account opened, newest first. They are listed, not searched: the search index
 * lags behind by minutes.
 *
 * @param since when an issue may have been made: then all from there on, else the newest 100
 */
async function issuesBy(
  client: Client,
  name: RepositoryName,
  login: string,
  since: string | null,
): Promise<Listed<"GET /repos/{owner}/{repo}/issues">[]> {
  const pages = client.pages("GET /repos/{owner}/{repo}/issues", {
    ...name,
    creator: login,
    state: "all",
    sort: "created",
    direction: "desc",
    per_page: PER_PAGE,
    ...(since === null ? {} : { since: withSlack(since) }),
  });
  const bounds = since === null ? { maxPages: 1 } : {};
  // The API gives pull requests as issues, too. Whatever their bodies hold, none was made here.
  return (await collect(pages, (issue) => issue.pull_request ? undefined : issue, bounds)).items;
}
