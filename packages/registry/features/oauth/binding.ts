import type { Db } from "../../access/store/schema.ts";
import { registeredServers } from "./resources.ts";
import { SERVE_SCOPE } from "./scopes.ts";

/** What a consent, code or token is bound to that is for no server. */
export const NO_SERVER = "no server";

/** The most servers that one request may name: the person has to read them all. */
const MOST_SERVERS = 10;

/** Why the scope `serve` without a server is refused. */
export const NAMES_NO_SERVER = "The scope serve needs a resource: the address of the server to use";

/** What a request is bound to, or why there is no such thing. */
export type Binding = { reference: string } | { refused: string };

/**
 * What a request of an application is bound to: the registrations of the servers that it names. A
 * consent holds for a request that is bound to the same, and for no other; and what was allowed for an
 * address ends when somebody else registers it.
 *
 * @param resources the addresses that the request names
 */
export async function bindingOf(
  db: Db,
  scopes: readonly string[],
  resources: readonly string[],
): Promise<Binding> {
  const named = [...new Set(resources)];
  if (named.length === 0) {
    return scopes.includes(SERVE_SCOPE) ? { refused: NAMES_NO_SERVER } : { reference: NO_SERVER };
  }
  if (named.length > MOST_SERVERS) {
    return { refused: `A request can name at most ${MOST_SERVERS} servers` };
  }
  const servers = await registeredServers(db, named);
  const unknown = named.find((one) => !servers.has(one));
  if (unknown !== undefined) return { refused: `No application is registered as ${unknown}` };
  return { reference: [...servers.values()].sort().join(" ") };
}

/** Whether what is bound to `reference` holds for the registration of a server. */
export function holdsFor(reference: string | null, server: string | undefined): boolean {
  return server !== undefined && (reference ?? "").split(" ").includes(server);
}
