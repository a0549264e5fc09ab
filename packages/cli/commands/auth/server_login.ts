import { SvcError } from "@svc/core/error";
import { awaitAdmission, beginServeGrant, serveMode } from "../../auth/serve_grant.ts";
import { parseServerToken } from "../../auth/server_token.ts";
import type { Caller } from "../../client/caller.ts";
import { isUnencrypted, parseServer } from "../../config/server.ts";
import { readServers, storeServer } from "../../config/servers_file.ts";
import { clientTrusting } from "../../remote/remote.ts";
import { assertAccepted } from "../../remote/whoami.ts";
import { ask, canAsk } from "../../frame/ask.ts";
import { type Context, defineCommand, flag, text } from "../../frame/command.ts";
import { CA_CERT, SERVER } from "../../frame/options.ts";
import { lineText } from "../../frame/terminal_text.ts";

const OPTIONS = {
  server: { ...SERVER, summary: "The instance of 'svc serve'", required: true },
  "ca-cert": CA_CERT,
  token: text(
    "<name>.<secret>",
    "A token from its operator; - to be prompted or to read it from stdin",
    { secret: true, defaultText: "log in with the browser" },
  ),
  "no-browser": flag("Print the URL instead of opening it"),
} as const;

export default defineCommand({
  description: [
    "Without --token, shows a code and opens the page where you approve it; the instance must run",
    "with --auth-mode oauth. The token is stored in servers.json with mode 0600, one for each",
    "server. It is checked with the server first; if the server cannot be reached, a warning is printed.",
  ].join("\n"),
  examples: {
    "svc auth server-login --server https://serve.example.org": "by browser",
    "svc auth server-login --server https://serve.example.org --token - < token.txt":
      "with a token, without a terminal",
  },
  options: OPTIONS,
  async run(context) {
    const { host, options } = context;
    const serverUrl = parseServer(options.server, "--server");
    if (isUnencrypted(serverUrl)) {
      context.warn(`${serverUrl} is not encrypted: others on the network can read the token`);
    }
    // A file that cannot be written to later is told now.
    await readServers(host);
    using client = await clientTrusting(options["ca-cert"]);
    const admitted = options.token === undefined
      ? await byDevice(context, { serverUrl, client })
      : { ...parseServerToken(await given(context, options.token)), principalId: null };
    await assertAccepted(context, { url: serverUrl, token: admitted.token, client });
    await storeServer(host, {
      serverUrl,
      tokenName: admitted.name,
      token: admitted.token,
      principalId: admitted.principalId,
      obtainedAt: new Date().toISOString(),
      ...("displayName" in admitted && admitted.displayName !== undefined
        ? { displayName: admitted.displayName }
        : {}),
    });
    return { serverUrl, tokenName: admitted.name, stored: true };
  },
  text: ({ serverUrl, tokenName }) => `Stored the token '${tokenName}' for ${serverUrl}.`,
});

type LoginContext = Context<readonly [], typeof OPTIONS>;

async function given(context: LoginContext, token: string): Promise<string> {
  if (token !== "-") return token;
  return canAsk(context)
    ? await ask(context, "Token", { secret: true, answer: "Give it on stdin." })
    : await context.host.stdin();
}

async function byDevice(context: LoginContext, caller: Caller) {
  const mode = await serveMode(caller);
  if (mode !== "oauth") {
    throw mode === "none"
      ? new SvcError("rule_refused", `${caller.serverUrl} does not need a token`, {
        hint: "No login is needed: it runs with --auth-mode none.",
      })
      : new SvcError(
        "rule_refused",
        `${caller.serverUrl} does not support login with the browser`,
        {
          hint: "Ask its operator for a token, then run this again with --token -.",
        },
      );
  }
  const grant = await beginServeGrant(caller);
  const page = grant.verificationUriComplete ?? grant.verificationUri;
  context.host.stderr(
    `Open ${lineText(page)}\nand check that it shows this code: ${lineText(grant.userCode)}\n`,
  );
  if (!context.options["no-browser"] && context.host.stderrIsTerminal) {
    const { openBrowser } = await import("../../auth/browser.ts");
    openBrowser(page).then((opened) => opened || context.note("Could not open a browser."));
  }
  return await context.progress.phase(
    "Waiting for approval",
    () => awaitAdmission(caller, grant),
  );
}
