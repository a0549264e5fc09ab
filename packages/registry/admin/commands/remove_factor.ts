import { SvcError } from "@svc/core/error";
import { recordAccountEvent } from "../../access/audit/account.ts";
import { OPERATOR } from "../../access/audit/actor.ts";
import { beginHold, currentFactors, removeFactors } from "../../features/factor/mod.ts";
import { createOutbox } from "../../features/mail/outbox.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

/** `remove-factor <user>` */
export const removeFactor: AdminCommand = {
  usage: "<user>",
  operands: { least: 1, most: 1 },
  summary: "Remove the authenticator app, passkeys and recovery codes of an account",
  details:
    "For somebody who lost them all. Make sure that it is them who asks, over a channel that you\n" +
    "trust: after this, the password alone signs in. For 72 hours the account is on hold: nobody\n" +
    "can make keys or change the password in it, and its person can undo this by mail.",
  async run({ config, operands, now }) {
    const [username] = operands as [string];
    await using store = await openBeside(config);
    const user = await store.db.selectFrom("user").select("id").where("username", "=", username)
      .executeTakeFirst();
    if (user === undefined) {
      throw new SvcError("not_found", `There is no account ${username}`, {
        hint: "'users' lists the accounts.",
      });
    }
    const outbox = createOutbox({ configured: config.smtpUrl !== "", jobs: store.jobs, now });
    const removed = await inTransaction(store.db, async (trx) => {
      const former = await currentFactors(trx, user.id);
      const hold = {
        userId: user.id,
        reason: "removed_by_operator",
        former,
        actor: OPERATOR,
      } as const;
      const removed = await removeFactors(trx, user.id);
      if (removed) {
        await recordAccountEvent(trx, {
          userId: user.id,
          action: "factor.removed",
          at: now(),
          actor: OPERATOR,
          details: { factor: "all" },
        });
        await beginHold({ outbox }, trx, hold, now());
      }
      return removed;
    });
    if (!removed) {
      throw new SvcError("conflict", `The account ${username} has no second factor`);
    }
    return {
      text:
        `Removed. ${username} signs in with the password alone until they add a factor again. ` +
        "The account is on hold for 72 hours.",
      json: { username, removed: true },
    };
  },
};
