import { LIMITS } from "@svc/core/limit";
import { randomBytes } from "node:crypto";
import { keyHash } from "../../access/credential/key_hash.ts";
import type { Db } from "../../access/store/schema.ts";
import type { LinkKind } from "./tables.ts";

/** What a link is for. */
export interface NewLink {
  kind: LinkKind;
  userId: string;
  /** The address that using it proves; null for one that is handed over in another way. */
  address: string | null;
  /** Of a change of address: the password's stored form from then on. */
  password?: string;
}

/** A link that still works. */
export interface OpenLink {
  id: string;
  kind: LinkKind;
  user_id: string;
  address: string | null;
  password: string | null;
  expires_at: string;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;

/** Makes a link; its secret is in the answer and nowhere else. */
export async function createLink(
  db: Db,
  { kind, userId, address, password }: NewLink,
  now: Date,
): Promise<{ id: string; token: string; expiresAt: string }> {
  const id = crypto.randomUUID();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIMITS.accountLinkHours[kind] * HOUR_MS).toISOString();
  await db.insertInto("account_link").values({
    id,
    token_hash: keyHash(token),
    kind,
    user_id: userId,
    address,
    password: password ?? null,
    created_at: now.toISOString(),
    expires_at: expiresAt,
  }).execute();
  return { id, token, expiresAt };
}

/**
 * Gives a link another secret: each try to mail it makes its own, so that none has to be kept.
 *
 * @returns undefined when the link has been used, replaced or has expired
 */
export async function renewLink(db: Db, id: string, now: Date): Promise<string | undefined> {
  const token = newToken();
  const { numUpdatedRows } = await db.updateTable("account_link")
    .set({ token_hash: keyHash(token) })
    .where("id", "=", id).where("expires_at", ">", now.toISOString()).executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : token;
}

/** The link of `token` while it works; looking does not use it up, as mail scanners look. */
export async function findLink(
  db: Db,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<OpenLink | undefined> {
  if (!TOKEN.test(token)) return undefined;
  return await db.selectFrom("account_link")
    .select(["id", "kind", "user_id", "address", "password", "expires_at"])
    .where("token_hash", "=", keyHash(token)).where("kind", "=", kind)
    .where("expires_at", ">", now.toISOString()).executeTakeFirst();
}

/** Uses a link up, in the caller's transaction. Of two who try at once, one gets true. */
export async function takeLink(trx: Db, link: OpenLink): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("account_link")
    .where("id", "=", link.id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends an account's links of these kinds, those in mails that are still on their way included. */
export async function endLinks(trx: Db, userId: string, kinds: readonly LinkKind[]): Promise<void> {
  await trx.deleteFrom("account_link")
    .where("user_id", "=", userId).where("kind", "in", kinds).execute();
}

/** The address of a page of this registry with a secret in it; from the configuration, never a request. */
export function linkUrl(baseUrl: string, path: string, token: string): string {
  return `${baseUrl}${path}?token=${token}`;
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}
