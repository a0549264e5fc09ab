import {
  type AccountLine,
  disableAccount,
  enableAccount,
  listAccounts,
} from "../../features/operating/accounts.ts";
import { type AdminCommand, tableText, textOption } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";
import { createLog } from "@svc/http/log";
import { createResetLink } from "../../features/identity/password/reset.ts";
import { SvcError } from "@svc/core/error";
import { recordAccountEvent } from "../../access/audit/account.ts";
import { OPERATOR } from "../../access/audit/actor.ts";
import { beginHold, currentFactors, removeFactors } from "../../features/factor/mod.ts";
import { createOutbox } from "../../features/mail/outbox.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** `disable <user> [--reason <text>]` */
export const disable: AdminCommand = {
  usage: "<user> [--reason <text>]",
  operands: { least: 1, most: 1 },
  options: {
    reason: { value: "<text>", help: "Reason, shown in your list of accounts and to the person" },
  },
  summary: "Lock an account: its sessions end and its keys stop at once",
  details:
    "Nothing that it published changes, and its person gets a mail. Tokens that it created for\n" +
    "collectives belong to these and stay valid; they are listed. Signed access tokens of OAuth\n" +
    "applications expire within an hour. 'enable' undoes it.",
  async run({ config, operands, options, now }) {
    const [username] = operands as [string];
    await using store = await openBeside(config);
    const reason = textOption({ options }, "reason");
    const { sessions, keys, tokens } = await disableAccount(
      store,
      { username, reason, by: "command" },
      now(),
    );
    return {
      text: [
        `${username} is disabled: ${sessions} sessions ended, ${keys} personal keys stopped.`,
        ...tokens.length === 0 ? [] : [
          "These tokens that they created for collectives stay valid:",
          ...tokens.map(({ collective, name }) => `  ${collective}: ${name}`),
          "An admin of the collective can delete them on its settings page.",
        ],
      ].join("\n"),
      json: { username, disabled: true, sessions, keys, tokens },
    };
  },
};

/** `enable <user>` */
export const enable: AdminCommand = {
  usage: "<user>",
  operands: { least: 1, most: 1 },
  summary: "Unlock an account that was disabled",
  details: "Its personal keys work again at once. The person has to sign in again.",
  async run({ config, operands, now }) {
    const [username] = operands as [string];
    await using store = await openBeside(config);
    await enableAccount(store, username, now());
    return { text: `${username} can sign in again.`, json: { username, disabled: false } };
  },
};

/** `users` */
export const users: AdminCommand = {
  summary: "List the accounts",
  details:
    "Username, address, day of sign-up, sessions and personal keys, the collectives that the\n" +
    "account owns or administers, and whether it is disabled.",
  async run({ config, now }) {
    await using store = await openBeside(config);
    const accounts = await listAccounts(store.db, now());
    return {
      text: accounts.length === 0
        ? "There are no accounts. Sign up on the server's page."
        : tableOf(accounts),
      json: { users: accounts },
    };
  },
};

function tableOf(accounts: readonly AccountLine[]): string {
  return tableText(
    ["USERNAME", "ADDRESS", "SINCE", "SESSIONS", "KEYS", "ADMINISTERS", "STATE"],
    accounts.map((account) => [
      account.username,
      account.email,
      account.createdAt.slice(0, 10),
      String(account.sessions),
      String(account.keys),
      account.administers.join(" ") || "-",
      account.disabledAt === null ? "" : `disabled ${account.disabledAt.slice(0, 10)}`,
    ]),
  );
}

/** `reset-password <user>` */
export const resetPassword: AdminCommand = {
  usage: "<user>",
  operands: { least: 1, most: 1 },
  summary: "Print a one-time link to reset an account's password",
  details: "Send the link over a channel you trust: whoever has it can take over the account.\n" +
    "Nothing changes until it is used; then every session of the account ends. The link has the\n" +
    "address of SVC_BASE_URL.",
  async run({ config, operands, now }) {
    const [username] = operands as [string];
    await using store = await openBeside(config);
    const { url, expiresAt } = await createResetLink({
      db: store.db,
      config: { ...config, baseUrl: config.baseUrl || `http://localhost:${config.port}` },
      log: createLog("off", now),
      now,
    }, username);
    return {
      text: `${url}\n\nIt works once, until ${expiresAt}. Give it to ${username} only.`,
      json: { username, url, expiresAt },
    };
  },
};

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
