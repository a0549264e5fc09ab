import type { CachedSecret, CachedToken } from "./token_cache.ts";
import { newSecret, sameHash, secretHash } from "./secret.ts";

/** Why a token is refused. Only the operator's log tells them apart, but for `expired`. */
export type Refused = "malformed" | "unknown" | "wrong" | "revoked" | "expired";

/** What a secret turned out to be. */
export type Verdict = { good: CachedSecret } | { refused: Refused };

/** Stands in where there is no hash, so that an unknown name is the same work as a wrong secret. */
const NOBODY = secretHash(newSecret());

/** Whether `secret` is one of the token's and still good. `now` in milliseconds since 1970. */
export function verify(token: CachedToken | undefined, secret: string, now: number): Verdict {
  const hash = secretHash(secret);
  const isCurrent = sameHash(hash, token?.current.hash ?? NOBODY);
  const isPrevious = sameHash(hash, token?.previous?.hash ?? NOBODY);
  if (token === undefined) return { refused: "unknown" };
  if (!isCurrent && !isPrevious) return { refused: "wrong" };
  if (token.token.revokedAt !== null) return { refused: "revoked" };
  const found = isCurrent ? token.current : token.previous!;
  if (found.endsAt > now) return { good: found };
  // The end of a grace is a change of secret, not the end of the token.
  return { refused: isCurrent ? "expired" : "wrong" };
}
