import type { Transaction } from "kysely";
import type { Principal } from "../../access/credential/principal.ts";
import type { Schema } from "../../platform/store/schema.ts";

/** By what a token is created, as its record says. The caller holds the credential. */
export async function createdWith(trx: Transaction<Schema>, principal: Principal) {
  if (!("keyId" in principal)) {
    return { created_with: "session" as const, created_key_id: null, created_key_name: null };
  }
  const key = await trx.selectFrom("apikey").select(["id", "name"])
    .where("id", "=", principal.keyId).executeTakeFirstOrThrow();
  return {
    created_with: "personalKey" as const,
    created_key_id: key.id,
    created_key_name: key.name,
  };
}
