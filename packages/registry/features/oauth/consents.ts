import { SvcError } from "@svc/core/error";
import type { z } from "zod";
import { authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Consent } from "./schema.ts";
import { readList } from "./tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** A person's own consents, or those people gave to the applications of the token's collective. */
export async function listConsents(
  db: Db,
  principal: Principal,
): Promise<z.input<typeof Consent>[]> {
  const rows = await ownConsents(db, principal)
    .innerJoin("user", "user.id", "oauthConsent.userId")
    .select([
      "oauthConsent.id",
      "oauthConsent.clientId",
      "oauthConsent.scopes",
      "oauthConsent.resources",
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
    resources: readList(row.resources),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }));
}

/**
 * Withdraws a consent and every token it gave, at once.
 *
 * @throws SvcError `not_found`, the same for one that is not there and one of others.
 */
export async function withdrawConsent(db: Db, principal: Principal, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const consent = await ownConsents(trx, principal)
      .select(["oauthConsent.clientId", "oauthConsent.userId", "oauthConsent.referenceId"])
      .where("oauthConsent.id", "=", id).executeTakeFirst();
    if (!consent) throw new SvcError("not_found", "You have no such consent");
    const { clientId, userId, referenceId } = consent;
    for (const table of ["oauthAccessToken", "oauthRefreshToken"] as const) {
      await trx.deleteFrom(table).where("clientId", "=", clientId).where("userId", "=", userId!)
        // What is older than this, or was given while a server of before ran, does not say whose it is.
        .where((token) =>
          token.or([
            token("referenceId", "is not distinct from", referenceId),
            token("referenceId", "is", null),
          ])
        ).execute();
    }
    await trx.deleteFrom("oauthConsent").where("id", "=", id).execute();
  });
}

/**
 * Lets what a person allows now add to what they allowed the same application at the same servers
 * before: the library puts the one in the place of the other, and tokens for what is missing would end.
 */
export async function addingTo<Result>(
  db: Db,
  userId: string,
  allow: () => Promise<Result>,
): Promise<Result> {
  const read = () =>
    db.selectFrom("oauthConsent").select(["id", "scopes"]).where("userId", "=", userId).execute();
  const before = new Map((await read()).map(({ id, scopes }) => [id, readList(scopes)]));
  const result = await allow();
  for (const { id, scopes } of await read()) {
    const now = readList(scopes);
    const both = [...new Set([...before.get(id) ?? [], ...now])];
    if (both.length === now.length) continue;
    await db.updateTable("oauthConsent").set({ scopes: JSON.stringify(both) })
      .where("id", "=", id).execute();
  }
  return result;
}

function ownConsents(db: Db, principal: Principal) {
  const author = authorOf(principal);
  const consents = db.selectFrom("oauthConsent")
    .innerJoin("oauthClient", "oauthClient.clientId", "oauthConsent.clientId");
  return author.author_user_id !== null
    ? consents.where("oauthConsent.userId", "=", author.author_user_id)
    : consents.where("oauthClient.referenceId", "=", author.author_collective_id);
}
