import { SvcError } from "@svc/core/error";
import type { Transaction } from "kysely";
import type { Principal } from "../../access/credential/principal.ts";
import type { Schema } from "../../platform/store/schema.ts";

/**
 * By what a token is created, as its record says. A personal key is held until the transaction
 * ends: who deletes it at the same time either finds this token or keeps it from being created.
 *
 * @throws SvcError `invalid_api_key` when the key was deleted or disabled since the guard asked
 */
export async function createdWith(trx: Transaction<Schema>, principal: Principal) {
  if (!("keyId" in principal)) {
    return { created_with: "session" as const, created_key_id: null, created_key_name: null };
  }
  // Writing the row is the lock on every database.
  const key = await trx.updateTable("apikey")
    .set((column) => ({ updatedAt: column.ref("updatedAt") }))
    .where("id", "=", principal.keyId).returning(["id", "name", "enabled"]).executeTakeFirst();
  if (key === undefined || !key.enabled) {
    throw new SvcError("invalid_api_key", "The personal key has just been deleted or disabled", {
      hint: "Run 'svc auth login', or create a new key.",
    });
  }
  return {
    created_with: "personalKey" as const,
    created_key_id: key.id,
    created_key_name: key.name,
  };
}
