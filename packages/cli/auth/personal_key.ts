import { LIMITS } from "@svc/core/limit";
import type { TokensOfKey } from "@svc/core/wire";
import { call, callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

/** Characters of the machine's name that a key's name may hold. */
const HOST_CHARACTERS = 14;

/** The name of a key made here and now: `cli-<host>-<ms>`, at most 32 characters. */
export function keyName(hostname: string, now: Date): string {
  return `cli-${hostname.slice(0, HOST_CHARACTERS)}-${now.getTime()}`
    .slice(0, LIMITS.keyNameCharacters);
}

/** Creates a personal key with a session, which is then ended: the key is all that is kept. */
export async function buyKey(
  caller: Caller,
  sessionToken: string,
  name: string,
) {
  const session = { ...caller, bearer: sessionToken };
  const { id, key } = await callJson(
    session,
    { method: "POST", path: "/api/auth/api-key/create", body: { name } },
    (_, z) => z.object({ id: z.string(), key: z.string() }),
  );
  // The session ends by itself in time; a server that cannot end it now costs the login nothing.
  await call(session, { method: "POST", path: "/api/auth/sign-out", body: {} })
    .then((response) => response.body?.cancel()).catch(() => {});
  return { id, key };
}

/**
 * Revokes the key the caller holds, on the server.
 *
 * @returns the collective tokens it created that still work; undefined from a server that does not say
 */
export async function revokeOwnKey(caller: Caller): Promise<TokensOfKey | undefined> {
  const answer = await callJson(
    caller,
    { method: "POST", path: "/api/v1/auth/revoke", body: {} },
    (wire) => wire.TokensOfKey.partial(),
  );
  const { tokens, otherTokens } = answer;
  return tokens === undefined ? undefined : { tokens, otherTokens: otherTokens ?? 0 };
}
