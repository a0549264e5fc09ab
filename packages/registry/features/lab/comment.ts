import { SvcError } from "@svc/core/error";
import { authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { notify } from "../notification/notify.ts";
import { orderedId } from "../../platform/store/ordered_id.ts";
import type { Services } from "../../access/services.ts";
import { seenIssue } from "./issue.ts";
import { followers, noticeTitle } from "./followers.ts";
import { viewerOf } from "./viewer.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * Adds a comment and tells everybody who follows the issue.
 *
 * @throws SvcError `not_found` when the caller may not see the issue, `issue_locked` when only admins
 *   may comment on it.
 */
export async function commentOn(
  services: Services,
  principal: Principal,
  number: number,
  body: string,
) {
  const now = services.now();
  return await inTransaction(services.db, async (trx) => {
    const issue = await seenIssue(trx, viewerOf(services, principal), number);
    if (issue.locked === 1 && !issue.administers) {
      throw new SvcError("issue_locked", `Issue #${number} is locked; only admins may comment`, {
        hint: "Open a new issue if there is something new to say.",
      });
    }
    const comment = { id: orderedId(), createdAt: now.toISOString() };
    await trx.insertInto("lab_comment").values({
      id: comment.id,
      issue_number: number,
      ...authorOf(principal),
      body,
      created_at: comment.createdAt,
    }).execute();
    await trx.updateTable("lab_issue").set({ updated_at: comment.createdAt })
      .where("number", "=", number).execute();
    await notify(trx, {
      kind: "issue_commented",
      collectiveId: issue.collective_id,
      actor: principal,
      at: now,
      issue: { number, title: noticeTitle(issue) },
      users: await followers(trx, issue),
      ...(issue.author_collective_id === null ? {} : { collectives: [issue.author_collective_id] }),
    });
    return comment;
  });
}
