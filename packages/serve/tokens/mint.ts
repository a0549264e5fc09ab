import type { State } from "../state/open.ts";
import type { Rights } from "../rights/rights.ts";
import { findToken } from "./find.ts";
import { rightsText } from "./row.ts";
import { newSecret, secretHash } from "./secret.ts";
import type { Principal, Token } from "./token.ts";

/** A token with its secret, which is known only now. */
export interface Minted {
  token: Token;
  /** `<name>.<secret>`. */
  text: string;
}

/** What a token is to be, beside its secret. */
export interface MintOrder {
  name: string;
  kind: Token["kind"];
  rights: Rights;
  principal: Principal | null;
  expiresAt: Date | null;
  /** Who makes it. */
  by: string;
}

/** Writes a new token down; its name must be free. Called within a transaction. */
export function mintToken({ database }: State, order: MintOrder, now: Date): Minted {
  const secret = newSecret();
  database.prepare(
    `INSERT INTO token (id, name, kind, secret_hash, rights, principal, created_at, created_by,
       expires_at, changed_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    crypto.randomUUID(),
    order.name,
    order.kind,
    secretHash(secret),
    rightsText(order.rights),
    order.principal === null ? null : JSON.stringify(order.principal),
    now.getTime(),
    order.by,
    order.expiresAt?.getTime() ?? null,
    order.by,
  );
  return { token: findToken(database, order.name)!, text: `${order.name}.${secret}` };
}
