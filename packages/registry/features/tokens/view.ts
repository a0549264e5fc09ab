import type { TokenRecord } from "@svc/core/wire";
import { isScope } from "@svc/core/scope";
import type { Selectable } from "kysely";
import type { CollectiveTokenTable } from "../../access/store/collective_tables.ts";

/** A stored token as an answer shows it. */
export function tokenView(row: Selectable<CollectiveTokenTable>): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.key_prefix,
    enabled: row.enabled === 1,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    scopes: (JSON.parse(row.scopes) as string[]).filter(isScope),
  };
}
