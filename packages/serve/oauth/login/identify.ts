import type { Person } from "../admission/rule.ts";
import { askJson, down, type Provider, saidText } from "../provider/mod.ts";
import type { Principal } from "../../tokens/mod.ts";

/** Collectives that are taken of an answer. */
const MOST_COLLECTIVES = 1000;

/**
 * Who an access token is about, as the registry says now. Undefined when it no longer vouches for the
 * person: the token was withdrawn, or the account is gone.
 *
 * @throws SvcError `unavailable` when the registry gives no answer that could be used
 */
export async function identify(provider: Provider, access: string): Promise<Person | undefined> {
  const url = provider.metadata().userinfo_endpoint!;
  const said = await askJson(provider.fetch, url, { method: "GET", bearer: access });
  // The registry says 400 where the person of a good token is gone.
  if (said.status === 401 || said.status === 403 || said.status === 400) return undefined;
  const person = said.ok ? personOf(said.body) : undefined;
  if (person === undefined) {
    throw down(
      provider.url,
      said.ok ? "it does not say whose account it is" : `status ${said.status}`,
    );
  }
  return person;
}

/** The person in the claims of userinfo or of an access token; undefined when a name is missing. */
export function personOf(claims: Readonly<Record<string, unknown>>): Person | undefined {
  const { sub, preferred_username: username, email, name } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > 255) return undefined;
  if (typeof username !== "string" || !/^[\w-]{1,64}$/.test(username)) return undefined;
  return {
    sub,
    username,
    email: saidText(email) ?? "",
    name: saidText(name) ?? username,
    roles: rolesOf(claims),
  };
}

/** Role by slug. A registry that tells no roles makes everybody a member. */
function rolesOf(
  { collective_roles: roles, collectives }: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const entries: [string, unknown][] = typeof roles === "object" && roles !== null
    ? Object.entries(roles)
    : Array.isArray(collectives)
    ? collectives.map((slug) => [String(slug), "member"])
    : [];
  const good = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return new Map(good.slice(0, MOST_COLLECTIVES));
}

/** A person as their tokens tell of them. */
export function principalOf({ sub, username, email, roles }: Person): Principal {
  const collectives = [...roles.keys()];
  return { sub, username, email: email || null, collectives, groups: collectives };
}
