import { isScope } from "@svc/core/scope";
import type { TokenRecord } from "@svc/core/wire";
import { storedList } from "../../platform/store/list.ts";
import type { Db } from "../../platform/store/schema.ts";

/** Collective tokens with who and what created them, for `tokenView`. */
export function selectTokens(db: Db) {
  return db.selectFrom("collective_token as token")
    .leftJoin("user as creator", "creator.id", "token.created_by")
    .leftJoin("apikey as creating", "creating.id", "token.created_key_id")
    .selectAll("token")
    .select([
      "creator.username as creator_username",
      "creating.id as living_key_id",
      "creating.name as living_key_name",
    ]);
}

/** A token as {@link selectTokens} reads it. */
type StoredToken = Awaited<
  ReturnType<ReturnType<typeof selectTokens>["executeTakeFirstOrThrow"]>
>;

/** A stored token as an answer shows it. */
export function tokenView(row: StoredToken): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.key_prefix,
    enabled: row.enabled === 1,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    scopes: storedList(row.scopes).filter(isScope),
    createdBy: {
      username: row.creator_username,
      credential: row.created_with,
      key: row.created_key_id === null ? null : {
        id: row.created_key_id,
        name: row.living_key_id === null ? row.created_key_name : row.living_key_name,
        deleted: row.living_key_id === null,
      },
    },
  };
}
