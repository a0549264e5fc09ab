import { SvcError, systemRefusal } from "@svc/core/error";
import type { Host } from "../frame/host.ts";
import { configFolder } from "../frame/config_folder.ts";
import { assertPrivateFile, whileLocked, writePrivateFile } from "./private_file.ts";
import { isSameServer } from "./server.ts";

/** `auth.json`: what a login leaves behind (spec §2.2). */
export interface StoredAuth {
  /** The server the key authenticates against. */
  serverUrl: string;
  /** The raw key. */
  apiKey: string;
  /** The key's id, for revoking it. */
  apiKeyId: string;
  username: string;
  /** Slugs of the user's collectives at the time of the login. */
  collectives: string[];
}

/** All logins: the one in use, and those on other servers, of which each has one. */
export interface Logins {
  current: StoredAuth;
  others: readonly StoredAuth[];
}

/** Where `auth.json` lies. */
export function authPath(host: Pick<Host, "env">): string {
  return `${configFolder(host)}/auth.json`;
}

/**
 * Reads `auth.json`; undefined when there is none. The fields of spec 2.2 are the login in use; `others`
 * has those on other servers.
 *
 * @throws SvcError `validation_failed` when the file is not what a login writes; `file_access_denied`
 *   or `conflict` when it cannot be read; `config_exposed` when others may read or replace it.
 */
export async function readLogins(host: Pick<Host, "env">): Promise<Logins | undefined> {
  await assertPrivateFile(authPath(host));
  return await readExposedLogins(host);
}

/** As {@linkcode readLogins}, whoever else may read the file: to end a key that is in it. */
export function readExposedLogins(host: Pick<Host, "env">): Promise<Logins | undefined> {
  return Promise.try(() => {
    const path = authPath(host);
    let text: string;
    try {
      // In this thread: the first file that another one reads takes it milliseconds.
      text = Deno.readTextFileSync(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw systemRefusal(error) ?? broken(path, `cannot be read: ${error}`);
    }
    return loginsOf(path, text);
  });
}

/** Adds a login, or replaces that on the same server, and uses it from now on. */
export async function storeLogin(host: Pick<Host, "env">, login: StoredAuth): Promise<void> {
  await changeLogins(host, (logins) => [login, ...logins.filter((one) => !isOn(one, login))]);
}

/** Uses the login on a server from now on. */
export async function useLogin(host: Pick<Host, "env">, login: StoredAuth): Promise<void> {
  await changeLogins(host, (logins) => [
    ...logins.filter((one) => isOn(one, login)),
    ...logins.filter((one) => !isOn(one, login)),
  ]);
}

/**
 * Forgets the login on a server, or all of them.
 *
 * @returns the login that is used from then on
 */
export async function forgetLogin(
  host: Pick<Host, "env">,
  login?: StoredAuth,
): Promise<StoredAuth | undefined> {
  return await changeLogins(host, (logins) => logins.filter((one) => login && !isOn(one, login)));
}

/** All logins as a list, the one in use first. */
export function loginList(logins: Logins | undefined): StoredAuth[] {
  return logins === undefined ? [] : [logins.current, ...logins.others];
}

function isOn(one: StoredAuth, other: StoredAuth): boolean {
  return isSameServer(one.serverUrl, other.serverUrl);
}

/** Writes what `change` makes of the logins, of which the first is in use, and answers that one. */
async function changeLogins(
  host: Pick<Host, "env">,
  change: (logins: StoredAuth[]) => StoredAuth[],
): Promise<StoredAuth | undefined> {
  const path = authPath(host);
  return await whileLocked(path, async () => {
    // A broken file is what a login replaces and a logout removes.
    const before = await readExposedLogins(host).catch(() => undefined);
    const [current, ...others] = change(loginList(before));
    if (current === undefined) await removeFile(path);
    else {
      const written = others.length === 0 ? current : { ...current, others };
      await writePrivateFile(path, JSON.stringify(written, null, 2) + "\n");
    }
    return current;
  });
}

async function removeFile(path: string): Promise<void> {
  await Deno.remove(path).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

function loginsOf(path: string, text: string): Logins {
  // By hand: the first page of help reads this file, and no module more than it needs.
  let found: Record<string, unknown> | null;
  try {
    found = JSON.parse(text);
  } catch {
    throw broken(path, "is not JSON");
  }
  const others = found?.["others"] ?? [];
  if (!Array.isArray(others)) throw broken(path, "does not list its other logins (others)");
  return {
    current: loginOf(path, found),
    others: others.map((one) => loginOf(path, one)),
  };
}

function loginOf(
  path: string,
  found: Partial<Record<keyof StoredAuth, unknown>> | null,
): StoredAuth {
  if (typeof found?.serverUrl !== "string" || !URL.canParse(found.serverUrl)) {
    throw broken(path, "names no server (serverUrl)");
  }
  if (typeof found.apiKey !== "string" || !/^\S+$/.test(found.apiKey)) {
    throw broken(path, "holds no key (apiKey)");
  }
  return {
    serverUrl: found.serverUrl,
    apiKey: found.apiKey,
    apiKeyId: String(found.apiKeyId ?? ""),
    username: String(found.username ?? ""),
    collectives: Array.isArray(found.collectives) ? found.collectives.map(String) : [],
  };
}

function broken(path: string, what: string): SvcError {
  return new SvcError("validation_failed", `${path} ${what}`, {
    hint: "Run 'svc auth login' to write it again.",
  });
}
