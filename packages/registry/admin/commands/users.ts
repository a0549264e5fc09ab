import { type AccountLine, listAccounts } from "../../features/operating/accounts.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

/** `users` */
export const users: AdminCommand = {
  usage: "",
  operands: { least: 0, most: 0 },
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
  const rows = [
    ["USERNAME", "ADDRESS", "SINCE", "SESSIONS", "KEYS", "ADMINISTERS", "STATE"],
    ...accounts.map((account) => [
      account.username,
      account.email,
      account.createdAt.slice(0, 10),
      String(account.sessions),
      String(account.keys),
      account.administers.join(" ") || "-",
      account.disabledAt === null ? "" : `disabled ${account.disabledAt.slice(0, 10)}`,
    ]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ").trimEnd())
    .join("\n");
}
