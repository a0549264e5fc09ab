import { deviceId } from "../config/device.ts";
import { currentLogin, type KeyedLogin, type Login, requireKey } from "../config/login.ts";
import { isSameServer, isUnencrypted, parseServer } from "../config/server.ts";
import type { Host } from "../frame/host.ts";
import type { Caller } from "./caller.ts";

/** What connecting needs of a command's context. */
export interface Asking {
  readonly host: Host;
  warn(line: string): void;
}

/** The current login as a caller: with its key when there is one, and the device's id. */
export async function connect(asking: Asking): Promise<{ login: Login; caller: Caller }> {
  const login = await currentLogin(asking.host);
  return { login, caller: await callerFor(login, asking) };
}

/**
 * The current login as a caller that has a key.
 *
 * @throws SvcError `not_authenticated` when there is no key for this server.
 */
export async function connectWithKey(
  asking: Asking,
): Promise<{ login: KeyedLogin; caller: Caller }> {
  const login = requireKey(await currentLogin(asking.host));
  return { login, caller: await callerFor(login, asking) };
}

/**
 * A caller for the server a lockfile names: `SVC_CLUB_URL` wins over it, and the key goes along only
 * where the login is for that server.
 */
export async function connectTo(
  asking: Asking,
  serverUrl: string | undefined,
): Promise<{ login: Login; caller: Caller }> {
  const login = await currentLogin(asking.host);
  if (serverUrl === undefined || asking.host.env("SVC_CLUB_URL")) {
    return { login, caller: await callerFor(login, asking) };
  }
  const there = parseServer(serverUrl, "serverUrl in the lockfile");
  const apiKey = isSameServer(login.serverUrl, there) ? login.apiKey : undefined;
  return { login, caller: await callerFor({ ...login, serverUrl: there, apiKey }, asking) };
}

async function callerFor(login: Login, asking: Asking): Promise<Caller> {
  if (login.apiKey !== undefined && isUnencrypted(login.serverUrl)) {
    asking.warn(`${login.serverUrl} is not encrypted: others on the network can read your key`);
  }
  return {
    serverUrl: login.serverUrl,
    bearer: login.apiKey,
    bearerFromEnvironment: login.source === "SVC_API_KEY",
    deviceId: await deviceId(asking.host),
  };
}
