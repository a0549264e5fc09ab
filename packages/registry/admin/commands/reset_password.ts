import { createLog } from "@svc/http/log";
import { createResetLink } from "../../features/identity/password/reset_link.ts";
import type { AdminCommand } from "../command/command.ts";
import { openBeside } from "../beside/open.ts";

/** `reset-password <user>` */
export const resetPassword: AdminCommand = {
  usage: "<user>",
  operands: { least: 1, most: 1 },
  summary: "Print a link by which a person chooses a new password, once",
  details:
    "Hand the link to the person over a channel you trust: whoever has it can take the account.\n" +
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
      text:
        `${url}\n\nIt works once, until ${expiresAt}. Hand it to ${username} and to nobody else.`,
      json: { username, url, expiresAt },
    };
  },
};
