import { actingAccount } from "../actions/account.ts";
import { issuesBy } from "../actions/issues_by.ts";
import { openJournal, tookEffect } from "../actions/journal.ts";
import { openClient } from "../client.ts";
import { actOnce } from "../actions/act_once.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { findMarked, withMarker } from "../../platform/marker.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** What is asked for. */
export interface CreateIssueArguments {
  repo: string;
  title: string;
  body: string;
  idempotencyKey: string;
}

/** Creates one issue for each key, however often it is asked to. */
export async function createIssue(
  { repo, title, body, idempotencyKey }: CreateIssueArguments,
  context: MethodContext,
): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const what = `a new issue in ${repo}`;
  const client = await openClient(context);
  const journal = await openJournal(context, client, {
    action: "create_issue",
    name,
    number: null,
    runId: null,
    idempotencyKey,
    effect: { title, body },
  });
  if (tookEffect(journal.before)) return await journal.finish({ outcome: "exists" });
  try {
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
  } catch (error) {
    throw failureOf(error, what);
  }
}
