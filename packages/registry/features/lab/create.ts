import { authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { notify } from "../notification/notify.ts";
import type { Services } from "../../access/services.ts";
import { homeOf } from "./home.ts";
import type { NewIssue } from "./schema.ts";
import { noticeTitle } from "./followers.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * Opens an issue and tells the admins of the collective it belongs to.
 * Numbers are given without gaps, also to issues opened at the same moment.
 *
 * @returns the issue's number
 * @throws SvcError `not_found` when what it is about is absent or private to the author.
 */
export async function createIssue(
  services: Services,
  principal: Principal,
  issue: NewIssue,
): Promise<number> {
  const now = services.now();
  return await inTransaction(services.db, async (trx) => {
    const home = await homeOf(trx, principal, issue);
    const { value: number } = await trx.updateTable("lab_counter")
      .set((column) => ({ value: column("value", "+", 1) }))
      .where("id", "=", 1).returning("value").executeTakeFirstOrThrow();
    await trx.insertInto("lab_issue").values({
      number,
      id: crypto.randomUUID(),
      source: issue.source,
      type: issue.type,
      status: "open",
      title: issue.title,
      body: issue.body,
      ...authorOf(principal),
      collective_id: home.collectiveId,
      extension_name: home.extensionName,
      hidden: home.hidden ? 1 : 0,
      locked: 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    }).execute();
    await notify(trx, {
      kind: "issue_opened",
      collectiveId: home.collectiveId,
      actor: principal,
      at: now,
      issue: { number, title: noticeTitle({ ...issue, hidden: home.hidden }) },
      ...(home.extensionName === null ? {} : { extension: home.extensionName }),
    });
    return number;
  });
}
