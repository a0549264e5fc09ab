import { namedRegistry } from "@svc/runtime/registry";
import { readLogins } from "../config/auth_file.ts";
import { deviceId } from "../config/device.ts";
import { currentLogin, type KeyedLogin, type Login, loginOn, requireKey } from "../config/login.ts";
import { isSameServer, isUnencrypted, parseServer } from "../config/server.ts";
import type { Host } from "../frame/host.ts";
import type { Caller } from "./caller.ts";

/** What connecting needs of a command's context. */
export interface Asking {
  readonly host: Host;
  readonly options?: object;
  warn(line: string): void;
}

/**
 * The current login, in the repository that the command works in: it may name its registry.
 *
 * @throws SvcError what {@linkcode currentLogin} and {@linkcode namedRegistry} throw
 */
export async function loginHere({ host, options }: Omit<Asking, "warn">): Promise<Login> {
  // Whoever names the server needs no look at the disk.
  if (host.env("SVC_CLUB_URL")) return await currentLogin(host);
  const repoDir = options && "repo-dir" in options
    ? options["repo-dir"] as string | undefined
    : undefined;
  return await currentLogin(host, await namedRegistry({ repoDir, cwd: host.cwd, env: host.env }));
}

/** The current login as a caller: with its key when there is one, and the device's id. */
export async function connect(asking: Asking): Promise<{ login: Login; caller: Caller }> {
  const login = await loginHere(asking);
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
  const login = requireKey(await loginHere(asking));
  return { login, caller: await callerFor(login, asking) };
}

/**
 * A caller for the server a lockfile names: `SVC_CLUB_URL` wins over it. A stored key goes along where it
 * is for that server, and `SVC_API_KEY` where it would go there anyway.
 */
export async function connectTo(
  asking: Asking,
  serverUrl: string | undefined,
): Promise<{ login: Login; caller: Caller }> {
  const login = await loginHere(asking);
  if (serverUrl === undefined || asking.host.env("SVC_CLUB_URL")) {
    return { login, caller: await callerFor(login, asking) };
  }
  const there = parseServer(serverUrl, "serverUrl in the lockfile");
  const apiKey = isSameServer(login.serverUrl, there)
    ? login.apiKey
    : asking.host.env("SVC_API_KEY")
    ? undefined
    : loginOn(await readLogins(asking.host), there)?.apiKey;
  return { login, caller: await callerFor({ ...login, serverUrl: there, apiKey }, asking) };
}

/** A caller with the key of the login, if it has one, and the device's id. */
export async function callerFor(login: Login, asking: Asking): Promise<Caller> {
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
