import { parseExtensionName } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { getExtension } from "../../extension/find.ts";
import { extensionPage } from "../../extension/path.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";

export default defineCommand({
  description: "Prints the URL, and opens it when run in a terminal with a browser.",
  examples: {
    "svc extension open @svc/repo-insight": "open it in the browser",
    "svc extension open @acme/tool --no-browser": "print only the URL",
  },
  arguments: [arg("name", "the extension, as @collective/name", { completes: "extension" })],
  options: { "no-browser": flag("Print only the URL") },
  credential: "optional",
  async run(context) {
    const name = parseExtensionName(context.arguments.name).full;
    const { caller } = await connect(context);
    await context.progress.phase("Looking up the extension", () => getExtension(caller, name));
    const url = extensionPage(caller.serverUrl, name);
    const { json, options, host } = context;
    const browser = !json && !options["no-browser"] && host.stdoutIsTerminal;
    if (browser) {
      const { openBrowser } = await import("../../auth/browser.ts");
      // Not awaited: some openers live as long as the browser they start.
      openBrowser(url);
    }
    return { name, url, browser };
  },
  text: ({ url }) => url,
});
