import { SvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Schema } from "../../access/store/schema.ts";
import type { Consent } from "./schema.ts";
import { readList } from "./tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** A person's own consents, or those people gave to the applications of the token's collective. */
export async function listConsents(
  db: Kysely<Schema>,
  principal: Principal,
): Promise<z.input<typeof Consent>[]> {
  const rows = await ownConsents(db, principal)
    .innerJoin("user", "user.id", "oauthConsent.userId")
    .select([
      "oauthConsent.id",
      "oauthConsent.clientId",
      "oauthConsent.scopes",
      "oauthConsent.createdAt",
      "oauthConsent.updatedAt",
      "oauthClient.name",
      "user.username",
    ])
    .orderBy("oauthConsent.createdAt", "desc").orderBy("oauthConsent.id").execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.clientId,
    application: row.name,
    username: row.username ?? "",
    scopes: readList(row.scopes),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }));
}

/**
 * Withdraws a consent and every token it gave, at once.
 *
 * @throws SvcError `not_found`, the same for one that is not there and one of others.
 */
export async function withdrawConsent(
  db: Kysely<Schema>,
  principal: Principal,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const consent = await ownConsents(trx, principal)
      .select(["oauthConsent.clientId", "oauthConsent.userId"])
      .where("oauthConsent.id", "=", id).executeTakeFirst();
    if (!consent) throw new SvcError("not_found", "There is no such consent of yours");
    const { clientId, userId } = consent;
    await trx.deleteFrom("oauthAccessToken").where("clientId", "=", clientId)
      .where("userId", "=", userId).execute();
    await trx.deleteFrom("oauthRefreshToken").where("clientId", "=", clientId)
      .where("userId", "=", userId!).execute();
    await trx.deleteFrom("oauthConsent").where("id", "=", id).execute();
  });
}

function ownConsents(db: Kysely<Schema>, principal: Principal) {
  const author = authorOf(principal);
  const consents = db.selectFrom("oauthConsent")
    .innerJoin("oauthClient", "oauthClient.clientId", "oauthConsent.clientId");
  return author.author_user_id !== null
    ? consents.where("oauthConsent.userId", "=", author.author_user_id)
    : consents.where("oauthClient.referenceId", "=", author.author_collective_id);
}
