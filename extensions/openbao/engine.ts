import { SecretFailure } from "../platform/secrets/failure.ts";
import { noSuchServer } from "./request.ts";
import type { Reply, Server } from "./server.ts";

/** An entry of a key/value engine of version 2, as it is now. */
export interface Entry {
  /** Its fields; undefined when it was never written, or its latest version was deleted. */
  fields: Record<string, unknown> | undefined;
  /** Number of its latest version, deleted or not; 0 when there is none. */
  version: number;
}

/** The engine that a vault's entries are in. Paths are below its mount. */
export interface Engine {
  /** @throws SecretFailure */
  read(path: readonly string[]): Promise<Entry>;
  /**
   * Writes the version after `version`.
   *
   * @returns false when somebody else has written one meanwhile; nothing was overwritten then
   */
  write(
    path: readonly string[],
    fields: Record<string, unknown>,
    version: number,
    secrets: readonly string[],
  ): Promise<boolean>;
  /** Removes an entry with all its versions. */
  remove(path: readonly string[]): Promise<void>;
  /** Names of the entries of a folder. */
  list(path: readonly string[]): Promise<string[]>;
}

/** Names of one page of a list, where the server knows pages. */
const PAGE = 1000;

/** Pages of a list, at most. */
const MOST_PAGES = 20;

/** The engine at a mount. Its version is looked up once: another one would keep a put as something else. */
export function engineAt(server: Server, mount: string): Engine {
  const at = mount.split("/");
  let known: Promise<void> | undefined;
  const ready = async () => {
    known ??= assertVersion2(server, at);
    await known.catch((error) => {
      known = undefined;
      throw error;
    });
  };
  return {
    async read(path) {
      await ready();
      return entryOf(await server.ask({ method: "GET", path: [...at, "data", ...path] }));
    },
    async write(path, data, cas, secrets) {
      await ready();
      const body = { data, options: { cas } };
      const answer = await server.ask({
        method: "POST",
        path: [...at, "data", ...path],
        body,
        secrets,
      });
      if (answer.status === 400 && /check-and-set parameter did not match/.test(answer.said)) {
        return false;
      }
      if (answer.status >= 400) throw answer.failure;
      if (dataOf(answer)?.version === cas + 1) return true;
      throw noSuchServer(`it does not say that version ${cas + 1} was written`);
    },
    async remove(path) {
      await ready();
      const answer = await server.ask({ method: "DELETE", path: [...at, "metadata", ...path] });
      if (answer.status >= 400) throw answer.failure;
    },
    async list(path) {
      await ready();
      return await namesIn(server, [...at, "metadata", ...path]);
    },
  };
}

async function assertVersion2(server: Server, mount: readonly string[]): Promise<void> {
  const answer = await server.ask({
    method: "GET",
    path: ["sys", "internal", "ui", "mounts", ...mount],
    name: mount.join("/"),
  });
  if (answer.status >= 400) throw answer.failure;
  const { type, options } = dataOf(answer) ?? {};
  const version = (options as { version?: unknown } | null | undefined)?.version;
  if (typeof type !== "string") throw noSuchServer("it does not say what is mounted there");
  if (type === "kv" && version === "2") return;
  const name = mount.join("/");
  throw new SecretFailure(
    "not_set_up",
    type === "kv"
      ? `The engine ${name} is of version 1, which has no versions and cannot detect ` +
        `conflicting writes`
      : `The mount ${name} is not a key/value engine but ${JSON.stringify(type.slice(0, 40))}`,
    type === "kv"
      ? `Upgrade it with 'bao kv enable-versioning ${name}', or name another mount`
      : "Name the mount of a key/value engine of version 2",
  );
}

function entryOf(answer: Reply): Entry {
  const data = dataOf(answer);
  if (answer.status === 400) throw answer.failure;
  const metadata = data?.metadata as { version?: unknown } | null | undefined;
  const version = metadata?.version;
  if (answer.status === 404 && data === undefined) {
    assertNothingThere(answer);
    return { fields: undefined, version: 0 };
  }
  if (typeof version !== "number" || !Number.isSafeInteger(version) || version < 1) {
    throw noSuchServer("the entry has no version");
  }
  const fields = data!.data;
  if (answer.status === 404) return { fields: undefined, version };
  if (!isMapping(fields)) throw noSuchServer("the entry has no fields");
  return { fields, version };
}

/** An empty list of errors says that nothing is there; a page of something else says nothing. */
function assertNothingThere({ json, failure }: Reply): void {
  const errors = (json as { errors?: unknown } | undefined)?.errors;
  if (!Array.isArray(errors)) throw noSuchServer("its 404 is not that of a path without an entry");
  if (errors.length > 0) throw failure;
}

/**
 * The names in a folder. HashiCorp Vault does not know pages and gives all names at once, again and
 * again.
 */
async function namesIn(server: Server, path: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const last = names.at(-1);
    const answer = await server.ask({
      method: "GET",
      path,
      query: { list: "true", limit: String(PAGE), ...(last === undefined ? {} : { after: last }) },
    });
    if (answer.status === 404) {
      assertNothingThere(answer);
      return names;
    }
    if (answer.status >= 400) throw answer.failure;
    const keys = dataOf(answer)?.keys;
    if (!Array.isArray(keys) || !keys.every((one) => typeof one === "string")) {
      throw noSuchServer("its list has no names");
    }
    const seen = new Set(names);
    const more = (keys as string[]).filter((one) => !seen.has(one));
    names.push(...more);
    if (keys.length !== PAGE || more.length === 0) return names;
  }
  throw noSuchServer(`its list has more than ${MOST_PAGES * PAGE} names`);
}

function dataOf({ json }: Reply): Record<string, unknown> | undefined {
  const data = isMapping(json) ? json.data : undefined;
  return isMapping(data) ? data : undefined;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
