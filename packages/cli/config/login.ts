import { SvcError } from "@svc/core/error";
import type { Host } from "../frame/host.ts";
import { loginList, type Logins, readLogins, type StoredAuth } from "./auth_file.ts";
import { DEFAULT_SERVER, isSameServer, parseServer } from "./server.ts";

/** The server to talk to and the key to do it with, by the precedence of spec §5.3. */
export interface Login {
  serverUrl: string;
  apiKey: string | undefined;
  /** Where the key comes from. */
  source: "SVC_API_KEY" | "auth.json" | "none";
  /** The login on that server; else the one in use on another server, whose key is not used. */
  stored: StoredAuth | undefined;
  /** What names the server, when it is not the login. */
  namedBy?: "SVC_CLUB_URL" | ".svc.yaml";
}

/**
 * Finds server and key. Server: `SVC_CLUB_URL`, else the one that the repository names, else that of the
 * login in use, else {@linkcode DEFAULT_SERVER}. Key: `SVC_API_KEY` before `auth.json`. A stored key goes
 * to the server it was made on and no other, and `SVC_API_KEY` to none that only a repository names.
 *
 * @param registry the address that the repository names
 * @throws SvcError `usage` for a bad address or a `SVC_API_KEY` that is not a key, `validation_failed` for a
 *   broken `auth.json`, `config_exposed` for one that others may read or replace.
 */
export async function currentLogin(host: Pick<Host, "env">, registry?: string): Promise<Login> {
  const named = namedServer(host, registry);
  const without: Login = {
    serverUrl: DEFAULT_SERVER,
    ...named,
    apiKey: undefined,
    source: "none",
    stored: undefined,
  };
  const key = host.env("SVC_API_KEY")?.trim();
  if (key) {
    assertOneWord(key);
    const { namedBy, serverUrl } = without;
    const isStrangers = namedBy === ".svc.yaml" && !isSameServer(serverUrl, DEFAULT_SERVER);
    return isStrangers ? without : { ...without, apiKey: key, source: "SVC_API_KEY" };
  }
  const logins = await readLogins(host);
  if (logins === undefined) return without;
  const serverUrl = named?.serverUrl ??
    parseServer(logins.current.serverUrl, "serverUrl in auth.json");
  const stored = loginOn(logins, serverUrl);
  return stored === undefined
    ? { ...without, serverUrl, stored: logins.current }
    : { ...without, serverUrl, apiKey: stored.apiKey, source: "auth.json", stored };
}

function namedServer(
  host: Pick<Host, "env">,
  registry: string | undefined,
): Required<Pick<Login, "serverUrl" | "namedBy">> | undefined {
  const variable = host.env("SVC_CLUB_URL");
  if (variable) {
    return { serverUrl: parseServer(variable, "SVC_CLUB_URL"), namedBy: "SVC_CLUB_URL" };
  }
  if (registry === undefined) return undefined;
  return { serverUrl: parseServer(registry, "registry in .svc.yaml"), namedBy: ".svc.yaml" };
}

/** The login on a server; undefined when there is none. */
export function loginOn(logins: Logins | undefined, serverUrl: string): StoredAuth | undefined {
  return loginList(logins).find((one) => isSameServer(one.serverUrl, serverUrl));
}

/** A header cannot hold anything else, and the error of one that tried would repeat the key. */
function assertOneWord(key: string): void {
  if (/^[!-~]+$/.test(key)) return;
  throw new SvcError("usage", "SVC_API_KEY is not a key: it has spaces, line ends or other signs", {
    hint: "Set it to the key alone, which begins with 'svc_'.",
  });
}

/** A login that has a key. */
export type KeyedLogin = Login & { apiKey: string };

/**
 * The login when it has a key.
 *
 * @throws SvcError `not_authenticated`, saying how to log in, or why the stored key is not used.
 */
export function requireKey(login: Login): KeyedLogin {
  const { apiKey, serverUrl, stored, namedBy } = login;
  if (apiKey !== undefined) return { ...login, apiKey };
  const logIn = `Run 'svc auth login --server ${serverUrl}'`;
  if (stored !== undefined) {
    throw notAuthenticated(
      `You are logged in to ${stored.serverUrl}, but ${namedBy} names ${serverUrl}`,
      namedBy === "SVC_CLUB_URL" ? `${logIn}, or unset SVC_CLUB_URL.` : `${logIn}.`,
    );
  }
  throw notAuthenticated(
    `You are not logged in to ${serverUrl}`,
    namedBy === ".svc.yaml"
      ? `${logIn}. To use SVC_API_KEY on a server that .svc.yaml names, set SVC_CLUB_URL to it, too.`
      : "Run 'svc auth login', or set SVC_API_KEY.",
  );
}

function notAuthenticated(message: string, hint: string): SvcError {
  return new SvcError("not_authenticated", `Not authenticated: ${message}`, { hint });
}
