import { SvcError } from "@svc/core/error";
import type { z } from "zod";
import { type AuthorColumns, authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Application } from "./schema.ts";
import { removeOrphans } from "./resources.ts";
import { readList } from "./tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** The OAuth applications of the caller: a person's own, or the token's collective's. */
export async function listApplications(
  db: Db,
  principal: Principal,
): Promise<z.input<typeof Application>[]> {
  const rows = await ownClients(db, authorOf(principal))
    .select([
      "clientId",
      "name",
      "redirectUris",
      "grantTypes",
      "scopes",
      "clientSecret",
      "createdAt",
    ])
    .orderBy("createdAt", "desc").orderBy("clientId").execute();
  return rows.map((row) => ({
    clientId: row.clientId,
    name: row.name,
    redirectUris: readList(row.redirectUris),
    grantTypes: readList(row.grantTypes),
    scopes: readList(row.scopes),
    confidential: row.clientSecret !== null,
    createdAt: row.createdAt === null ? null : new Date(row.createdAt).toISOString(),
  }));
}

/**
 * Deletes an application with its tokens, consents and serve instance, at once.
 *
 * @throws SvcError `not_found`, the same for one that is not there and somebody else's.
 */
export async function deleteApplication(
  db: Db,
  principal: Principal,
  clientId: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const own = await ownClients(trx, authorOf(principal)).select("clientId")
      .where("clientId", "=", clientId).executeTakeFirst();
    if (!own) throw noSuchApplication();
    await trx.deleteFrom("oauthClient").where("clientId", "=", clientId).execute();
    await removeOrphans(trx);
  });
}

/**
 * Clients owned by an author. `userId` is set when a session registered one; `referenceId` names
 * the person or the collective behind the key that did.
 */
function ownClients(db: Db, author: AuthorColumns) {
  return ownedBy(db, author.author_user_id ?? author.author_collective_id);
}

/** Clients that belong to the person or collective with this id. */
export function ownedBy(db: Db, owner: string | null) {
  return db.selectFrom("oauthClient").where((where) =>
    where.or([
      where("oauthClient.userId", "=", owner),
      where("oauthClient.referenceId", "=", owner),
    ])
  );
}

function noSuchApplication(): SvcError {
  return new SvcError("not_found", "You have no such application", {
    hint: "GET /api/v1/oauth/applications lists them.",
  });
}
