import { isSvcError, SvcError } from "@svc/core/error";
import { KEY_PREFIXES } from "@svc/core/key";
import { holdsScope } from "@svc/core/scope";
import { type Asking, connectWithKey } from "../client/connect.ts";
import { callWhoami } from "./whoami.ts";

/** What needs a login, by the scope that a collective token must hold for it (spec §4.5, §5.4). */
const FEATURES = {
  "vault:*": "A vault of an extension's type",
  "datastore:*": "A datastore of an extension's type",
  "serve:*": "'svc serve'",
} as const;

/** A scope that stands for a feature of the client. */
export type FeatureScope = keyof typeof FEATURES;

/**
 * Refuses unless the server confirms now that the current key may use a feature: a personal key
 * carries every scope, a collective token must hold `scope`. Asks the server each time, since a key
 * may have been revoked; a server that cannot be asked, or whose answer says nothing, is never a yes.
 *
 * @throws SvcError `not_authenticated` without a login; `invalid_api_key` for a key that the server
 *   does not know; `missing_scope`; `server_unreachable`, `timeout` or `unavailable` when the server
 *   did not confirm it; what reading the stored login raises.
 */
export async function assertMayUse(asking: Asking, scope: FeatureScope): Promise<void> {
  const needs = `${FEATURES[scope]} needs a login`;
  const { login, caller } = await connectWithKey(asking).catch((error) => {
    throw because(needs, error);
  });
  const whoami: unknown = await callWhoami(caller).catch((error) => {
    const unchecked = `${needs}, and yours could not be checked`;
    throw because(isSvcError(error) && error.status === 401 ? needs : unchecked, error);
  });
  const held = scopesOf(whoami, login.apiKey.startsWith(KEY_PREFIXES.collective));
  if (held === "all" || held !== undefined && holdsScope(held, scope)) return;
  if (held === undefined) {
    throw new SvcError(
      "unavailable",
      `${needs}, and ${caller.serverUrl} does not say what your key may do`,
      { hint: "'svc auth whoami' shows its answer; check the address." },
    );
  }
  throw new SvcError("missing_scope", `${FEATURES[scope]} needs a token with the ${scope} scope`, {
    hint: `Use a personal key, or create a token with it: svc auth token create ` +
      `--collective <slug> --scopes ${scope}`,
  });
}

/** The scopes that an answer confirms; undefined when it is none that a registry gives for this key. */
function scopesOf(whoami: unknown, token: boolean): "all" | string[] | undefined {
  const { collectiveToken, scopes, username } = whoami as Record<string, unknown>;
  if (collectiveToken === undefined && !token) {
    return typeof username === "string" && username !== "" ? "all" : undefined;
  }
  if (collectiveToken !== true || !Array.isArray(scopes)) return undefined;
  return scopes.every((scope) => typeof scope === "string") ? scopes : undefined;
}

function because(why: string, error: unknown): unknown {
  if (!isSvcError(error)) return error;
  const { code, message, hint, status } = error;
  return new SvcError(code, `${why}: ${message}`, { hint, status, cause: error });
}
