import { SvcError } from "@svc/core/error";
import { findNamed } from "../names/refusals.ts";
import type { Rights } from "../rights/rights.ts";
import { type State, transaction } from "../state/open.ts";
import { findToken, listTokens } from "./find.ts";
import { type Minted, mintToken } from "./mint.ts";
import { assertTokenName } from "./name.ts";
import { removeEnded } from "./retention.ts";
import { newSecret, secretHash } from "./secret.ts";
import { type Token, tokenState } from "./token.ts";

/** A token that an operator asks for. */
export interface TokenOrder {
  name: string;
  rights: Rights;
  /** Null when it never expires. */
  expiresAt: Date | null;
  /** The operator. */
  by: string;
}

/**
 * Makes a token.
 *
 * @throws SvcError `invalid_name`; `name_taken`, also by one that has ended and is still listed
 */
export function createToken(state: State, order: TokenOrder, now: Date): Minted {
  assertTokenName(order.name);
  return transaction(state.database, () => {
    removeEnded(state, now);
    const taken = findToken(state.database, order.name);
    if (taken !== undefined) throw nameTaken(taken, now);
    return mintToken(state, { ...order, kind: "token", principal: null }, now);
  });
}

/** A new secret that an operator asks for. */
export interface Rotation {
  /** Null when it never expires. */
  expiresAt: Date | null;
  /**
   * Milliseconds that the old secret stays valid, at most until its own end and the token's new one; 0
   * ends it at once.
   */
  graceMs: number;
  by: string;
}

/**
 * Gives a token another secret and another end. Of two rotations the second ends what the first left
 * good.
 *
 * @throws SvcError `not_found` naming the nearest; `conflict` for a revoked one
 */
export function rotateToken(state: State, name: string, order: Rotation, now: Date): Minted {
  return transaction(state.database, () => {
    const token = existing(state, name);
    if (token.revokedAt !== null) throw isRevoked(token);
    if (token.kind === "user") throw isLogin(token);
    const secret = newSecret();
    const at = now.getTime();
    const ends = [token.expiresAt, order.expiresAt?.getTime()].map((end) => end ?? Infinity);
    const until = Math.min(at + order.graceMs, ...ends);
    const previous = until > at ? { hash: token.hash, until } : null;
    state.database.prepare(
      `UPDATE token SET secret_hash = ?, generation = generation + 1, previous_hash = ?,
         previous_until = ?, expires_at = ?, rotated_at = ?, changed_by = ? WHERE id = ?`,
    ).run(
      secretHash(secret),
      previous?.hash ?? null,
      previous?.until ?? null,
      order.expiresAt?.getTime() ?? null,
      at,
      order.by,
      token.id,
    );
    return { token: findToken(state.database, name)!, text: `${name}.${secret}` };
  });
}

/**
 * Ends a token permanently, together with what is open under it.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export function revokeToken(
  state: State,
  name: string,
  by: string,
  now: Date,
): { token: Token; alreadyRevoked: boolean } {
  return transaction(state.database, () => {
    const token = existing(state, name);
    if (token.revokedAt !== null) return { token, alreadyRevoked: true };
    state.database.prepare(
      `UPDATE token SET revoked_at = ?, previous_hash = NULL, previous_until = NULL, changed_by = ?
       WHERE id = ?`,
    ).run(now.getTime(), by, token.id);
    return { token: findToken(state.database, name)!, alreadyRevoked: false };
  });
}

function existing(state: State, name: string): Token {
  return findNamed({ noun: "token", command: "svc serve token" }, listTokens(state), name);
}

function nameTaken(token: Token, now: Date): SvcError {
  const state = tokenState(token, now.getTime());
  return new SvcError("name_taken", `A token '${token.name}' already exists (${state})`, {
    hint: state === "revoked"
      ? "Choose another name: that of a revoked token is free again 30 days after the end."
      : `'svc serve token rotate ${token.name}' gives it a new secret; else choose another name.`,
  });
}

function isRevoked({ name }: Token): SvcError {
  return new SvcError("conflict", `The token '${name}' is revoked, and that is permanent`, {
    hint: "Create one with another name: svc serve token create",
  });
}

function isLogin({ name }: Token): SvcError {
  return new SvcError("conflict", `The token '${name}' belongs to a person who logged in`, {
    hint: `Revoke it; the person logs in again: svc serve token revoke ${name}`,
  });
}
