import { isScope } from "@svc/core/scope";
import type { StoredToken } from "./read.ts";
import type { TokenRecord } from "@svc/core/wire";
import { storedList } from "../../platform/store/list.ts";

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
