import { writtenRights } from "./row.ts";
import { type Token, type TokenState, tokenState } from "./token.ts";

/** A token as it is shown: never its secret, nor the hash of it. Instants in ISO 8601, UTC. */
export interface TokenView {
  name: string;
  /** `user` for those of people who logged in. */
  kind: Token["kind"];
  /** The person's username; tokens that an operator made have none. */
  username?: string;
  state: TokenState;
  /** What may be run: `<behavior>` or `<behavior>:<method>`. */
  allow: string[];
  /** What may only be seen. */
  read: string[];
  createdAt: string;
  createdBy: string;
  /** Null when it never expires. */
  expiresAt: string | null;
  /** Up to a minute behind; null when it never was. */
  lastUsedAt: string | null;
  rotatedAt: string | null;
  /** Until when the secret before the last rotation is good; null when it is not any more. */
  graceEndsAt: string | null;
  revokedAt: string | null;
}

/** A token as it is shown at an instant. */
export function tokenView(token: Token, now: Date): TokenView {
  const { name, kind, principal, createdBy, previous } = token;
  const at = now.getTime();
  return {
    name,
    kind,
    ...(principal === null ? {} : { username: principal.username }),
    state: tokenState(token, at),
    ...writtenRights(token.rights),
    createdAt: new Date(token.createdAt).toISOString(),
    createdBy,
    expiresAt: instant(token.expiresAt),
    lastUsedAt: instant(token.lastUsedAt),
    rotatedAt: instant(token.rotatedAt),
    graceEndsAt: previous !== null && previous.until > at ? instant(previous.until) : null,
    revokedAt: instant(token.revokedAt),
  };
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
