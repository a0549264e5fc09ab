import { parseServer } from "../../config/server.ts";
import { forgetServer } from "../../config/servers_file.ts";
import { defineCommand } from "../../frame/command.ts";
import { SERVER } from "../../frame/options.ts";

export default defineCommand({
  description: [
    "Deletes the token for a server from servers.json. The server is not contacted: a token that others may",
    "know is revoked by its operator, with 'svc serve token revoke'.",
  ].join("\n"),
  examples: { "svc auth server-logout --server https://serve.example.org": "forgets it" },
  options: {
    server: { ...SERVER, summary: "The instance of 'svc serve'", required: true },
  },
  async run({ host, options }) {
    const serverUrl = parseServer(options.server, "--server");
    const forgotten = await forgetServer(host, serverUrl);
    return {
      serverUrl,
      loggedOut: forgotten !== undefined,
      ...(forgotten === undefined ? {} : { tokenName: forgotten.tokenName }),
    };
  },
  text: ({ serverUrl, tokenName, loggedOut }) =>
    loggedOut
      ? `Forgot the token '${tokenName}' for ${serverUrl}.`
      : `There was no token for ${serverUrl}.`,
});
