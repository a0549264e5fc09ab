import { connectWithKey } from "../../client/connect.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { defineCommand } from "../../frame/command.ts";

const REASON =
  "Sessions are listed and ended only in a signed-in browser, so that a leaked key cannot sign " +
  "you out.";

export default defineCommand({
  ...ON_PAGE,
  description:
    "Prints the URL of the page where you see each browser and client that is signed in to your " +
    "account,\nand end any of them, and opens it when run in a terminal. Exit code 4, as nothing has " +
    "changed yet.\nPersonal keys of machines are not sessions: 'svc auth logout' revokes the stored one.",
  examples: {
    "svc auth sessions": "open the page",
    "svc auth sessions --no-browser": "print only its URL",
  },
  credential: "personal key",
  async run(context): Promise<OnPage> {
    const { login } = await connectWithKey(context);
    return await onPage(
      context,
      "see and end your sessions",
      `${login.serverUrl}/account/sessions`,
      REASON,
    );
  },
});
