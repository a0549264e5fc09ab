import { deviceId } from "../config/device.ts";
import { currentLogin, type KeyedLogin, type Login, requireKey } from "../config/login.ts";
import { isUnencrypted } from "../config/server.ts";
import type { Host } from "../frame/host.ts";
import type { Caller } from "./call.ts";

/** What connecting needs of a command's context. */
export interface Asking {
  readonly host: Host;
  warn(line: string): void;
}

/** The current login as a caller: with its key when there is one, and the device's id. */
export async function connect(asking: Asking): Promise<{ login: Login; caller: Caller }> {
  const login = await currentLogin(asking.host, asking.warn);
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
  const login = requireKey(await currentLogin(asking.host, asking.warn));
  return { login, caller: await callerFor(login, asking) };
}

async function callerFor(login: Login, asking: Asking): Promise<Caller> {
  if (login.apiKey !== undefined && isUnencrypted(login.serverUrl)) {
    asking.warn(`${login.serverUrl} is not encrypted: others on the network can read your key`);
  }
  return {
    serverUrl: login.serverUrl,
    bearer: login.apiKey,
    deviceId: await deviceId(asking.host),
  };
}
