import { messageOf } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { DatabaseSync } from "node:sqlite";
import { askJson, type Provider, saidText } from "../provider/mod.ts";

/** Milliseconds between signs of life. */
export const HEARTBEAT_MS = 3_600_000;

/** Characters that the registry takes of a tag. */
const LONGEST_TAG = 256;

/** The id of this server, the same at every start. */
export const INSTANCE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS serve_instance (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL
  ) STRICT`,
];

/** What the registry lists of this server, for members of the collectives it admits. */
export interface Listed {
  provider: Provider;
  /** `SVC_API_KEY`. */
  apiKey: string;
  clientId: string;
  instanceId: string;
  collectives: readonly string[];
  hostname: string;
  /** Where people open it. */
  publicUrl: string;
  version: string;
  log: Log;
}

/** The id of this server; made at the first start. */
export function instanceId(database: DatabaseSync): string {
  database.prepare("INSERT OR IGNORE INTO serve_instance VALUES (1, ?)").run(crypto.randomUUID());
  return String(database.prepare("SELECT id FROM serve_instance").get()!.id);
}

/** Tells the registry that this server has started. What goes wrong is only logged. */
export async function registerInstance(listed: Listed): Promise<boolean> {
  const { provider, apiKey, clientId, collectives, hostname, version } = listed;
  return await tell(
    listed,
    "oauth.instance_registered",
    () =>
      askJson(provider.fetch, `${provider.url}/api/v1/serve/instances`, {
        method: "PUT",
        bearer: apiKey,
        body: {
          oauthClientId: clientId,
          instanceId: listed.instanceId,
          collectiveSlugs: collectives,
          hostname,
          version,
          deploymentMode: "local",
          tags: tagsOf(listed),
        },
      }),
  ) === 200;
}

/** The address, for a link from the registry's list; one of this machine alone leads nobody there. */
function tagsOf({ publicUrl }: Listed): Record<string, string> {
  const isHere = /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$)/.test(publicUrl);
  return !isHere && publicUrl.length <= LONGEST_TAG ? { url: publicUrl } : {};
}

/** Tells the registry that this server still works; registers it again where it is not known any more. */
export async function heartbeat(listed: Listed): Promise<void> {
  const { provider, apiKey, clientId } = listed;
  const path = `/api/v1/serve/instances/${encodeURIComponent(clientId)}/heartbeat`;
  const status = await tell(
    listed,
    "oauth.heartbeat",
    () => askJson(provider.fetch, provider.url + path, { method: "PUT", bearer: apiKey }),
  );
  if (status === 404) await registerInstance(listed);
}

async function tell(
  { log }: Listed,
  event: string,
  ask: () => ReturnType<typeof askJson>,
): Promise<number | undefined> {
  try {
    const { ok, status, body } = await ask();
    if (ok) log.info(event);
    else log.warn(`${event}_refused`, { status, why: saidText(body.error) });
    return status;
  } catch (error) {
    log.warn(`${event}_failed`, { why: messageOf(error) });
    return undefined;
  }
}
