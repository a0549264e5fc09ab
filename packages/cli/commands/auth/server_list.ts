import { readServers } from "../../config/servers_file.ts";
import { listing } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "The tokens are not shown, and no server is contacted.",
  examples: { "svc auth server-list": "the servers and your account there" },
  lists: ".servers[]",
  async run({ host }) {
    const servers = Object.values(await readServers(host));
    return { servers: servers.map(({ token: _, ...server }) => server) };
  },
  text({ servers }, { paint, width }) {
    if (servers.length === 0) return "No servers; 'svc auth server-login --server <url>' adds one.";
    return listing({ paint, width }, servers, {
      SERVER: (one) => one.serverUrl,
      TOKEN: (one) => one.tokenName,
      FOR: ({ displayName, principalId }) => displayName ?? principalId ?? "-",
      SINCE: (one) => written(one.obtainedAt),
    });
  },
});
