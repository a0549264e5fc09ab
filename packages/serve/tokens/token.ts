import type { Rights } from "../rights/rights.ts";

/** A person whom the registry vouched for when they logged in. */
export interface Principal {
  /** The registry's id of the person; it stays when they change their name. */
  sub: string;
  username: string;
  email: string | null;
  collectives: readonly string[];
  groups: readonly string[];
}

/** What is kept of a token; instants in milliseconds since 1970. The secret is not. */
export interface Token {
  /** UUID: stays with the token when another one gets its name later. */
  id: string;
  name: string;
  /** Made by an operator, or for a person who logged in. */
  kind: "token" | "user";
  /** SHA-256 of the secret, in hexadecimal. */
  hash: string;
  /** Counts secrets, from 1. */
  generation: number;
  /** The secret before the last rotation, while it is still good. */
  previous: { hash: string; until: number } | null;
  rights: Rights;
  /** Of kind `user` only. */
  principal: Principal | null;
  createdAt: number;
  createdBy: string;
  /** Null when it never expires. */
  expiresAt: number | null;
  /** At most a minute behind. */
  lastUsedAt: number | null;
  rotatedAt: number | null;
  revokedAt: number | null;
  /** Who made, rotated or revoked it last. */
  changedBy: string;
  /** The number of its last change. */
  changed: number;
}

/** Whether a token is good. */
export type TokenState = "active" | "expired" | "revoked";

/** The state of a token at an instant; `revoked` before `expired`, as that is permanent. */
export function tokenState({ revokedAt, expiresAt }: Token, now: number): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}
