import type { SigningKeyRecord } from "@svc/core/wire";
import type { Db } from "../../platform/store/schema.ts";
import type {} from "../extensions/provenance/tables.ts";

/** Signing keys with who registered them, for {@link viewOf}. */
export function selectKeys(db: Db) {
  return db.selectFrom("signing_key as key")
    .leftJoin("user as creator", "creator.id", "key.created_by")
    .selectAll("key").select("creator.username as creator_username");
}

type StoredKey = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

/** A key as members read it. */
export function viewOf(row: StoredKey): SigningKeyRecord {
  return {
    id: row.id,
    name: row.name,
    spki: row.spki,
    hint: row.hint,
    createdBy: row.creator_username,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}
