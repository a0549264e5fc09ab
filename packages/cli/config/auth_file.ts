import { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import type { Host } from "../frame/host.ts";
import { configFolder } from "../frame/config_folder.ts";
import { assertPrivateFile, writePrivateFile } from "./private_file.ts";

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

/** Where `auth.json` lies. */
export function authPath(host: Pick<Host, "env">): string {
  return `${configFolder(host)}/auth.json`;
}

/**
 * Reads `auth.json`; undefined when there is none.
 *
 * @throws SvcError `validation_failed` when the file is not what a login writes; `config_exposed`
 *   when others may read or replace it.
 */
export async function readAuth(host: Pick<Host, "env">): Promise<StoredAuth | undefined> {
  const path = authPath(host);
  await assertPrivateFile(path);
  return await readExposedAuth(host);
}

/** As {@linkcode readAuth}, whoever else may read the file: to end the key that is in it. */
export function readExposedAuth(host: Pick<Host, "env">): Promise<StoredAuth | undefined> {
  return Promise.try(() => {
    const path = authPath(host);
    let text: string;
    try {
      // In this thread: the first file that another one reads takes it milliseconds.
      text = Deno.readTextFileSync(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw broken(path, `cannot be read: ${error instanceof Error ? error.message : error}`);
    }
    return check(path, text);
  });
}

/** Stores a login. */
export async function writeAuth(host: Pick<Host, "env">, auth: StoredAuth): Promise<void> {
  await writePrivateFile(authPath(host), JSON.stringify(auth, null, 2) + "\n");
}

/** Forgets a login; nothing happens when there is none. */
export async function removeAuth(host: Pick<Host, "env">): Promise<void> {
  await Deno.remove(authPath(host)).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

function check(path: string, text: string): StoredAuth {
  const found = parsedJson(text) as Partial<Record<keyof StoredAuth, unknown>> | null | undefined;
  if (found === undefined) throw broken(path, "is not JSON");
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
