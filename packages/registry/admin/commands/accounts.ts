import { disableAccount, enableAccount } from "../../features/operating/accounts.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

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
    const reason = typeof options.reason === "string" ? options.reason : undefined;
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
