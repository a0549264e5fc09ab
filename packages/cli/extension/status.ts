import { isCalVer } from "@svc/core/calver";
import { isSvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { tryParseExtensionName } from "@svc/core/name";
import type { ExtensionStatus } from "@svc/core/wire";
import type { InstalledExtension } from "@svc/runtime/installed";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { type Asking, connectTo } from "../client/connect.ts";
import { isSameServer } from "../config/server.ts";
import type { MinAge } from "./min_age.ts";

/** What a registry says of an installed extension, or why it was not asked. */
export type RegistryAnswer = { status: ExtensionStatus | undefined } | { unasked: string };

/** How long a registry may take, in milliseconds: nobody waits for a list. */
const PATIENCE_MS = 5_000;

/**
 * Asks the registries for the state of installed extensions, all at the same time and fifty in each
 * request. A registry that does not answer leaves the reason in place of its answers.
 *
 * @param options.ownOnly asks the registry of the login only: a lockfile comes with a repository, and
 *   what merely looks does not go where it points
 */
export async function askStatus(
  asking: Asking,
  installed: readonly InstalledExtension[],
  { minAge, ownOnly }: { minAge: MinAge | undefined; ownOnly: boolean },
): Promise<Map<string, RegistryAnswer>> {
  const known = new Map<string, RegistryAnswer>();
  const groups = new Map<string, { caller: Caller; names: InstalledExtension[] }>();
  const leave = (entries: readonly InstalledExtension[], unasked: string) => {
    for (const { name } of entries) known.set(name, { unasked });
  };
  const isSound = ({ name, version }: InstalledExtension) =>
    tryParseExtensionName(name) !== undefined && isCalVer(version);
  leave(installed.filter((one) => !isSound(one)), "its entry in the lockfile is damaged");
  const bySource = Map.groupBy(installed.filter(isSound), ({ serverUrl }) => serverUrl);
  for (const [serverUrl, entries] of bySource) {
    try {
      const { login, caller } = await connectTo(asking, serverUrl);
      if (ownOnly && !isSameServer(caller.serverUrl, login.serverUrl)) {
        leave(entries, `it is from ${caller.serverUrl}, which was not asked`);
        continue;
      }
      const group = groups.get(caller.serverUrl) ?? { caller, names: [] };
      group.names.push(...entries);
      groups.set(caller.serverUrl, group);
    } catch (error) {
      leave(entries, reasonOf(error));
    }
  }
  const requests = [...groups.values()].flatMap(({ caller, names }) =>
    chunks(names).map((chunk) => askOne(caller, chunk, minAge))
  );
  for (const answers of await Promise.all(requests)) {
    for (const [name, one] of answers) known.set(name, one);
  }
  return known;
}

function chunks(list: readonly InstalledExtension[]): InstalledExtension[][] {
  const size = LIMITS.statusExtensions;
  return Array.from(
    { length: Math.ceil(list.length / size) },
    (_, index) => list.slice(index * size, (index + 1) * size),
  );
}

async function askOne(
  caller: Caller,
  chunk: readonly InstalledExtension[],
  minAge: MinAge | undefined,
): Promise<[string, RegistryAnswer][]> {
  const query = new URLSearchParams(
    chunk.map(({ name, version }) => ["extension", `${name}@${version}`]),
  );
  if (minAge) query.set("publishedBefore", minAge.cutoff.toISOString());
  try {
    const { extensions } = await callJson(
      caller,
      { path: `/api/v1/extensions/status?${query}`, timeoutMs: PATIENCE_MS },
      (wire) => wire.StatusResponse,
    );
    return chunk.map(({ name }) => [name, { status: extensions.find((one) => one.name === name) }]);
  } catch (error) {
    return chunk.map(({ name }) => [name, { unasked: reasonOf(error) }]);
  }
}

function reasonOf(error: unknown): string {
  if (isSvcError(error)) return error.message;
  throw error;
}
