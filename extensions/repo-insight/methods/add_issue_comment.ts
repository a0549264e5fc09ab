import * as z from "npm:zod@4.6.7";
import { actingAccount } from "../actions/account.ts";
import { commentOnce } from "../actions/comments.ts";
import { type ActionRequest, actOnRecord, KEY, LONGEST_BODY } from "../actions/journal.ts";
import type { MethodContext } from "../../platform/context.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";

/** Comments on an issue or pull request, once for each key. */
export const addIssueComment = defineMethod({
  description: "Comment on an issue or pull request, once per key",
  kind: "action",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the issue or pull request"),
    body: z.string().min(1).max(LONGEST_BODY).describe("Text of the comment, in Markdown"),
    idempotencyKey: KEY,
  }),
  async execute({ repo, number, body, idempotencyKey }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const what = `a comment on ${repo}#${number}`;
    const request: ActionRequest = {
      action: "add_issue_comment",
      name,
      number,
      idempotencyKey,
      effect: { body },
    };
    return await actOnRecord(context, what, request, async (client, journal) => {
      const login = await actingAccount(client);
      const intent = { performedBy: login };
      const comment = { what, name, number, body, intent };
      const { made, outcome } = await commentOnce(client, journal, comment);
      return await journal.finish({ outcome, url: made.html_url, performedBy: login });
    });
  },
});
