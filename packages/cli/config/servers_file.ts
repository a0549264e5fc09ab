import { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import type { Host } from "../frame/host.ts";
import { configFolder } from "../frame/config_folder.ts";
import { assertPrivateFile, whileLocked, writePrivateFile } from "./private_file.ts";

/** The credential for one serve instance, as `servers.json` keeps it (reference runtime 8.8). */
export interface StoredServer {
  /** The instance, in the form `parseServer` gives. */
  serverUrl: string;
  /** What stands before the first dot of the token. */
  tokenName: string;
  /** `<name>.<secret>`. */
  token: string;
  /** Whom the token acts as; null for a token that was pasted, which does not say. */
  principalId: string | null;
  /** ISO 8601, UTC. */
  obtainedAt: string;
  displayName?: string;
}

/** Where `servers.json` lies. */
function serversPath(host: Pick<Host, "env">): string {
  return `${configFolder(host)}/servers.json`;
}

/**
 * The stored credentials by server address; empty when there is no file.
 *
 * @throws SvcError `validation_failed` when the file is not a JSON object of such credentials;
 *   `config_exposed` when others may read or replace it.
 */
export async function readServers(
  host: Pick<Host, "env">,
): Promise<Record<string, StoredServer>> {
  const path = serversPath(host);
  await assertPrivateFile(path);
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw broken(path, `cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const found = parsedJson(text);
  if (found === undefined) throw broken(path, "is not JSON");
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    throw broken(path, "does not map servers to tokens");
  }
  for (const [url, entry] of Object.entries(found)) {
    if (typeof entry?.token !== "string") throw broken(path, `holds no token for ${url}`);
  }
  return found as Record<string, StoredServer>;
}

/** Stores the credential of one server beside those of the others. */
export async function storeServer(host: Pick<Host, "env">, server: StoredServer): Promise<void> {
  await changeServers(host, (servers) => ({ ...servers, [server.serverUrl]: server }));
}

/** Forgets the credential of one server and answers it; undefined when there is none. */
export async function forgetServer(
  host: Pick<Host, "env">,
  serverUrl: string,
): Promise<StoredServer | undefined> {
  let forgotten: StoredServer | undefined;
  await changeServers(host, ({ [serverUrl]: found, ...rest }) => {
    forgotten = found;
    return found === undefined ? undefined : rest;
  });
  return forgotten;
}

type Servers = Record<string, StoredServer>;

/** Writes what `change` makes of the file; nothing when it makes nothing of it. */
async function changeServers(
  host: Pick<Host, "env">,
  change: (servers: Servers) => Servers | undefined,
): Promise<void> {
  const path = serversPath(host);
  await whileLocked(path, async () => {
    const servers = change(await readServers(host));
    if (servers !== undefined) {
      await writePrivateFile(path, JSON.stringify(servers, null, 2) + "\n");
    }
  });
}

function broken(path: string, what: string): SvcError {
  return new SvcError("validation_failed", `${path} ${what}`, {
    hint: "Move it away and run 'svc auth server-login --server <url>' for each server again.",
  });
}
