import { SvcError } from "@svc/core/error";

import { authorOf, wroteIt } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import { notify } from "../notification/notify.ts";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import { assignable } from "./assignees.ts";
import { type SeenIssue, seenIssue } from "./issue.ts";
import { followers, noticeTitle } from "./followers.ts";
import type { IssueChange } from "./schema.ts";
import { viewerOf } from "./viewer.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * Changes an issue: its author or an admin may; only an admin hides, locks, or lowers a security
 * issue to another type (reference wire 1.6).
 *
 * @throws SvcError `not_found` when the caller may not see it, `forbidden` when they may not change
 *   it so, `validation_failed` for an assignee who cannot be one.
 */
export async function updateIssue(
  services: Services,
  principal: Principal,
  number: number,
  change: IssueChange,
): Promise<void> {
  const now = services.now();
  await inTransaction(services.db, async (trx) => {
    const issue = await seenIssue(trx, viewerOf(services, principal), number);
    assertMayChange(principal, issue, change);
    if (change.assignees !== undefined) {
      await assign(trx, services, issue, [...new Set(change.assignees)]);
    }
    await trx.updateTable("lab_issue").set({
      updated_at: now.toISOString(),
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.body === undefined ? {} : { body: change.body }),
      ...(change.type === undefined ? {} : { type: change.type }),
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.hidden === undefined ? {} : { hidden: change.hidden ? 1 : 0 }),
      ...(change.locked === undefined ? {} : { locked: change.locked ? 1 : 0 }),
    }).where("number", "=", number).execute();
    const after = { ...issue, ...(change.type === undefined ? {} : { type: change.type }) };
    if (change.hidden !== undefined) after.hidden = change.hidden ? 1 : 0;
    await notify(trx, {
      kind: "issue_changed",
      collectiveId: issue.collective_id,
      actor: principal,
      at: now,
      issue: {
        number,
        title: noticeTitle({ ...after, title: change.title ?? issue.title }),
      },
      users: await followers(trx, after),
      ...(issue.author_collective_id === null ? {} : { collectives: [issue.author_collective_id] }),
      text: change.status !== undefined && change.status !== issue.status
        ? `now ${change.status}`
        : Object.keys(change).join(", "),
    });
  });
}

function assertMayChange(principal: Principal, issue: SeenIssue, change: IssueChange): void {
  if (issue.administers) return;
  if (!wroteIt(authorOf(principal), issue)) {
    throw new SvcError("forbidden", "Only the author or an admin may change this issue", {
      hint: "Add a comment instead.",
    });
  }
  if (change.type !== undefined && issue.type === "security" && change.type !== "security") {
    throw new SvcError("forbidden", "Only an admin may lower a security issue to another type", {
      hint: "Ask an admin in a comment.",
    });
  }
  if (change.hidden !== undefined || change.locked !== undefined) {
    throw new SvcError("forbidden", "Only an admin may hide or lock an issue", {
      hint: "Leave out 'hidden' and 'locked'.",
    });
  }
}

async function assign(
  trx: Db,
  services: Services,
  issue: SeenIssue,
  assignees: string[],
): Promise<void> {
  const known = new Set(
    (await assignable(trx, services.config.admins, issue.collective_id)).map((one) => one.userId),
  );
  const strangers = assignees.filter((id) => !known.has(id));
  if (strangers.length > 0) {
    throw new SvcError("validation_failed", "An issue cannot be assigned to these users", {
      hint: "GET /api/v1/lab/assignees lists the possible assignees.",
      details: strangers.map((id) => ({
        path: `assignees.${assignees.indexOf(id)}`,
        message: `${id} is not the userId of a member of the issue's collective`,
      })),
    });
  }
  await trx.deleteFrom("lab_assignee").where("issue_number", "=", issue.number).execute();
  if (assignees.length === 0) return;
  await trx.insertInto("lab_assignee")
    .values(assignees.map((user_id) => ({ issue_number: issue.number, user_id }))).execute();
}
