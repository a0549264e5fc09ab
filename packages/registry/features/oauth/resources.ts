import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import type {} from "./tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * Lets access tokens be for a server (RFC 8707) as long as the application is registered that the
 * server is. Clients write an address without a path with a slash at the end or without.
 *
 * @param address without a slash at the end
 */
export async function addResource(
  db: Kysely<Schema>,
  clientId: string,
  address: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await inTransaction(db, async (trx) => {
    for (const identifier of [address, `${address}/`]) {
      await trx.insertInto("oauthResource").values({
        id: crypto.randomUUID(),
        identifier,
        name: address,
        dpopBoundAccessTokensRequired: 0,
        disabled: 0,
        policyVersion: 1,
        createdAt: at,
        updatedAt: at,
      }).onConflict((conflict) => conflict.column("identifier").doNothing()).execute();
      await trx.insertInto("oauthClientResource").values({
        id: crypto.randomUUID(),
        clientId,
        resourceId: identifier,
        createdAt: at,
      }).execute();
    }
  });
}

/** Removes the servers that no application is any more: nothing new is issued for them. */
export async function removeOrphans(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("oauthResource")
    .where(
      "identifier",
      "not in",
      (from) => from.selectFrom("oauthClientResource").select("oauthClientResource.resourceId"),
    )
    .execute();
}
