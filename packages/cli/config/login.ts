import { SvcError } from "@svc/core/error";
import type { Host } from "../frame/host.ts";
import { readAuth, type StoredAuth } from "./auth_file.ts";
import { DEFAULT_SERVER, isSameServer, parseServer } from "./server.ts";

/** The server to talk to and the key to do it with, by the precedence of spec §5.3. */
export interface Login {
  serverUrl: string;
  apiKey: string | undefined;
  /** Where the key comes from. */
  source: "SVC_API_KEY" | "auth.json" | "none";
  /** The stored login, also when its key is for another server and so is not used. */
  stored: StoredAuth | undefined;
}

/**
 * Finds server and key: `SVC_API_KEY` before `auth.json`; `SVC_CLUB_URL` before the stored server
 * before {@linkcode DEFAULT_SERVER}. A stored key goes to the server it was made on and no other.
 *
 * @throws SvcError `usage` for a bad `SVC_CLUB_URL` or a `SVC_API_KEY` that is not a key, `validation_failed` for a broken `auth.json`,
 *   `config_exposed` for one that others may read or replace.
 */
export async function currentLogin(host: Pick<Host, "env">): Promise<Login> {
  const named = host.env("SVC_CLUB_URL");
  const server = named ? parseServer(named, "SVC_CLUB_URL") : undefined;
  const key = host.env("SVC_API_KEY")?.trim();
  if (key) {
    assertOneWord(key);
    return {
      serverUrl: server ?? DEFAULT_SERVER,
      apiKey: key,
      source: "SVC_API_KEY",
      stored: undefined,
    };
  }
  const stored = await readAuth(host);
  if (!stored) {
    return { serverUrl: server ?? DEFAULT_SERVER, apiKey: undefined, source: "none", stored };
  }
  const home = parseServer(stored.serverUrl, "serverUrl in auth.json");
  const serverUrl = server ?? home;
  return isSameServer(serverUrl, home)
    ? { serverUrl, apiKey: stored.apiKey, source: "auth.json", stored }
    : { serverUrl, apiKey: undefined, source: "none", stored };
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
  if (login.apiKey !== undefined) return login as KeyedLogin;
  if (login.stored) {
    throw new SvcError(
      "not_authenticated",
      `Not authenticated: You are logged in to ${login.stored.serverUrl}, but SVC_CLUB_URL names ${login.serverUrl}`,
      { hint: `Run 'svc auth login --server ${login.serverUrl}', or unset SVC_CLUB_URL.` },
    );
  }
  throw new SvcError(
    "not_authenticated",
    `Not authenticated: You are not logged in to ${login.serverUrl}`,
    {
      hint: "Run 'svc auth login', or set SVC_API_KEY.",
    },
  );
}
