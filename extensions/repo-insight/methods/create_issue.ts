import * as z from "npm:zod@4.6.7";
import { actingAccount } from "../actions/account.ts";
import { issuesBy } from "../actions/issues_by.ts";
import { openJournal, tookEffect } from "../actions/journal.ts";
import { openClient } from "./client.ts";
import { actOnce } from "../actions/act_once.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { failureOf } from "../../platform/failure.ts";
import { findMarked, withMarker } from "../../platform/marker.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Characters of a body at most: the platform takes 65,536, and the marker needs some of them. */
const LONGEST_BODY = 65_400;

/** Schema of {@link CreateIssueArguments}. */
export const createIssueArguments = z.object({
  repo: z.string().min(3).describe("Repository as owner/name"),
  title: z.string().min(1).max(256).describe("Title of the issue"),
  body: z.string().max(LONGEST_BODY).describe("Text of the issue, in Markdown"),
  idempotencyKey: z.string().min(8).max(200).describe("The same key acts once"),
});

/** What is asked for. */
export type CreateIssueArguments = z.infer<typeof createIssueArguments>;

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
