import type { Rights } from "../rights/rights.ts";
import { type State, transaction } from "../state/open.ts";
import { findToken } from "./find.ts";
import { type Minted, mintToken } from "./mint.ts";
import { LOGIN_PREFIX } from "./name.ts";
import { removeEnded } from "./retention.ts";
import { rightsText } from "./row.ts";
import type { Principal } from "./token.ts";

/** Random characters of a login's name. */
const LENGTH = 8;

/** A token for a person whom the registry vouched for. */
export interface LoginOrder {
  principal: Principal;
  rights: Rights;
  expiresAt: Date;
}

/** Makes a token named `oauth-<8 characters>` for a person who logged in. */
export function createLoginToken(state: State, order: LoginOrder, now: Date): Minted {
  return transaction(state.database, () => {
    removeEnded(state, now);
    const by = `user:${order.principal.username}`;
    return mintToken(state, { ...order, name: freeName(state), kind: "user", by }, now);
  });
}

/** Everybody who has a token that is good, once each, as last seen. */
export function livePrincipals({ database }: State, now: Date): Principal[] {
  const rows = database.prepare(
    `SELECT principal FROM token WHERE kind = 'user' AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > ?) ORDER BY changed`,
  ).all(now.getTime());
  const found = rows.map(({ principal }) => JSON.parse(principal as string) as Principal);
  return [...new Map(found.map((one) => [one.sub, one])).values()];
}

/**
 * Writes down what the registry says of a person now, for all their tokens. What is open under rights
 * that are lost ends.
 *
 * @returns how many of their tokens are good
 */
export function updatePrincipal(
  { database }: State,
  principal: Principal,
  rights: Rights,
): number {
  const { changes } = database.prepare(
    `UPDATE token SET principal = ?, rights = ? WHERE kind = 'user' AND revoked_at IS NULL
       AND principal ->> 'sub' = ?`,
  ).run(JSON.stringify(principal), rightsText(rights), principal.sub);
  return Number(changes);
}

/**
 * Revokes all tokens of a person, permanently.
 *
 * @param by who does so: `registry`, or an operator
 * @returns how many there were
 */
export function revokeByPrincipal({ database }: State, sub: string, by: string, now: Date): number {
  const { changes } = database.prepare(
    `UPDATE token SET revoked_at = ?, changed_by = ? WHERE kind = 'user' AND revoked_at IS NULL
       AND principal ->> 'sub' = ?`,
  ).run(now.getTime(), by, sub);
  return Number(changes);
}

function freeName({ database }: State): string {
  for (;;) {
    const random = crypto.getRandomValues(new Uint8Array(LENGTH / 2)).toHex();
    const name = `${LOGIN_PREFIX}${random}`;
    if (findToken(database, name) === undefined) return name;
  }
}
