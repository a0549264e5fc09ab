import * as z from "npm:zod@4.6.7";
import { actingAccount } from "../actions/account.ts";
import { commentOnce } from "../actions/comments.ts";
import { readIssue } from "../actions/issue.ts";
import { type ActionRequest, actOnRecord, KEY } from "../actions/journal.ts";
import type { MethodContext } from "../../platform/context.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";

/** What the comment says that carries the marker. */
const CLOSING = "Closed by an approved action.";

/**
 * Closes an issue: first a comment with the marker, then the state. What was closed already is left
 * alone. A run that was killed between the two is completed by the next one.
 */
export const closeIssue = defineMethod({
  description: "Close an issue with a comment, once per key",
  kind: "action",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the issue"),
    idempotencyKey: KEY,
  }),
  async execute({ repo, number, idempotencyKey }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const what = `closing ${repo}#${number}`;
    const request: ActionRequest = {
      action: "close_issue",
      name,
      number,
      idempotencyKey,
      effect: {},
    };
    return await actOnRecord(context, what, request, async (client, journal) => {
      const issue = await readIssue(client, name, number);
      const login = await actingAccount(client);
      const done = { url: issue.html_url, performedBy: login };
      if (issue.state === "closed") return await journal.finish({ ...done, outcome: "exists" });
      await commentOnce(client, journal, { what, name, number, body: CLOSING, intent: done });
      await client.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
        ...name,
        issue_number: number,
        state: "closed",
      });
      return await journal.finish({ ...done, outcome: "updated" });
    });
  },
});
