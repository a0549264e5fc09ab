import * as z from "npm:zod@4.6.7";
import { actingAccount } from "../actions/account.ts";
import { findOwnComment, postComment } from "../actions/comments.ts";
import { type ActionRequest, actOnRecord } from "../actions/journal.ts";
import { actOnce } from "../actions/act_once.ts";
import type { MethodContext } from "../../platform/context.ts";
import { withMarker } from "../../platform/marker.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";

/** Characters of a body at most: the platform takes 65,536, and the marker needs some of them. */
const LONGEST_BODY = 65_400;

/** Comments on an issue or pull request, once for each key. */
export const addIssueComment = defineMethod({
  description: "Comment on an issue or pull request, once per key",
  kind: "action",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    number: z.number().int().min(1).describe("Number of the issue or pull request"),
    body: z.string().min(1).max(LONGEST_BODY).describe("Text of the comment, in Markdown"),
    idempotencyKey: z.string().min(8).max(200).describe(
      "Key for this action; the same key acts only once",
    ),
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
      const { made, outcome } = await actOnce(journal, {
        what,
        intent: { performedBy: login },
        look: (since) =>
          findOwnComment(client, name, number, { marker: journal.marker, login, since }),
        write: () => postComment(client, name, number, withMarker(body, journal.marker)),
      });
      return await journal.finish({ outcome, url: made.html_url, performedBy: login });
    });
  },
});
