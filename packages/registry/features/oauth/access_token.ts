import { keyHash } from "../../access/credential/key_hash.ts";
import type { Db } from "../../access/store/schema.ts";
import { readList } from "./tables.ts";

/**
 * Whom the OAuth access token of a request speaks of, and what it may do; undefined when it is none,
 * revoked or expired. It is not a credential of the interface.
 */
export async function accessGrant(
  db: Db,
  headers: Headers,
  now: Date,
) {
  const token = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return undefined;
  const row = await db.selectFrom("oauthAccessToken as token")
    .innerJoin("oauthClient as client", "client.clientId", "token.clientId")
    .where("token.token", "=", keyHash(token))
    .select([
      "token.userId",
      "token.clientId",
      "token.scopes",
      "token.expiresAt",
      "token.revoked",
      "client.disabled",
    ]).executeTakeFirst();
  if (row === undefined || row.userId === null || row.revoked !== null || row.disabled) {
    return undefined;
  }
  if (new Date(row.expiresAt).getTime() <= now.getTime()) return undefined;
  return { userId: row.userId, clientId: row.clientId, scopes: readList(row.scopes) };
}
