import { SvcError } from "@svc/core/error";
import { removeFactors } from "../../features/factor/mod.ts";
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
    "trust: after this, the password alone signs in.",
  async run({ config, operands }) {
    const [username] = operands as [string];
    await using store = await openBeside(config);
    const user = await store.db.selectFrom("user").select("id").where("username", "=", username)
      .executeTakeFirst();
    if (user === undefined) {
      throw new SvcError("not_found", `There is no account ${username}`, {
        hint: "'users' lists the accounts.",
      });
    }
    if (!await inTransaction(store.db, (trx) => removeFactors(trx, user.id))) {
      throw new SvcError("conflict", `The account ${username} has no second factor`);
    }
    return {
      text: `Removed. ${username} signs in with the password alone until they add a factor again.`,
      json: { username, removed: true },
    };
  },
};
