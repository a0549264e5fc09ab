import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import { parseServerToken } from "../auth/server_token.ts";
import { parseServer } from "../config/server.ts";
import { readServers } from "../config/servers_file.ts";
import type { Host } from "../frame/host.ts";
import type { ServerAddress } from "./server_address.ts";

type Credential = Pick<ServerAddress, "token" | "tokenFrom">;

/**
 * The token for one server. `SVC_SERVER_TOKEN` is for the server that `SVC_SERVER_URL` names, or
 * `SVC_SERVE_URL` without that; `servers.json` has one for each. None is sent to any other address:
 * another spelling of the same machine may be another process.
 *
 * @throws SvcError `not_authenticated` when there is none for it
 */
export async function serverCredential(
  host: Pick<Host, "env">,
  url: string,
): Promise<Credential> {
  const given = host.env("SVC_SERVER_TOKEN") || undefined;
  if (given !== undefined && url === tokenServer(host)) {
    return { token: parseServerToken(given).token, tokenFrom: "SVC_SERVER_TOKEN" };
  }
  const stored = (await readServers(host))[url];
  if (stored !== undefined) {
    return { token: parseServerToken(stored.token).token, tokenFrom: "servers.json" };
  }
  throw new SvcError("not_authenticated", `Not authenticated: There is no token for ${url}`, {
    hint: `Run 'svc auth server-login --server ${shellWord(url)}'${
      given === undefined
        ? `, or set SVC_SERVER_TOKEN and SVC_SERVER_URL=${shellWord(url)}.`
        : "; SVC_SERVER_TOKEN is for the server that SVC_SERVER_URL names."
    }`,
  });
}

/** The server that `SVC_SERVER_TOKEN` is for; undefined when nothing says. */
function tokenServer(host: Pick<Host, "env">): string | undefined {
  for (const name of ["SVC_SERVER_URL", "SVC_SERVE_URL"]) {
    const url = host.env(name);
    if (url) return parseServer(url, name);
  }
  return undefined;
}
