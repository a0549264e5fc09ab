import { createLog } from "@svc/http/log";
import { createResetLink } from "../../features/identity/password/reset_link.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

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
