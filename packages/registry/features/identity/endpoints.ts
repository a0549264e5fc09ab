import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { createKey, listKeys, updateKey } from "./personal_keys.ts";
import {
  beginTotp,
  confirmTotpOffer,
  createProof,
  createRecoveryCodes,
  deleteHold,
  deleteTotp,
  getSecurity,
} from "./security.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";
import { whoami } from "./whoami.ts";
import { TokensOfKey } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { findTokensOfKeys, revokeFound, tokensOfKeyView } from "../tokens/of_key.ts";
import { actorFields } from "../../access/credential/actor_fields.ts";
import { onlyOf, personOf } from "../../access/credential/principal.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { hashKey } from "@svc/core/key";
import { LIMITS } from "@svc/core/limit";
import { generateExchangeToken } from "../../access/credential/exchange_token.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import type { Db } from "../../access/store/schema.ts";
import { findUser } from "./password/find_user.ts";

/**
 * `POST /api/auth/api-key/delete` (spec §4.1): the key and what was exchanged for it stop working
 * at once. Collective tokens that it created live on and are named in the answer, unless
 * `revokeTokens` ends them in the same transaction.
 */
const deleteKey = defineEndpoint({
  key: "keys.delete",
  body: z.strictObject({
    keyId: z.string().min(1).max(64),
    revokeTokens: z.boolean().optional().meta({
      description: "True to revoke the listed tokens as well (default: false).",
    }),
  }),
  response: z.object({
    success: z.literal(true),
    ...TokensOfKey.shape,
    tokensRevoked: z.boolean().meta({ description: "True when the listed tokens were revoked." }),
  }),
  errors: ["not_found"],
  async handle({ services, principal, body: { keyId, revokeTokens = false } }) {
    const user = personOf(principal);
    const now = services.now();
    const { found, revoked } = await inTransaction(services.db, async (trx) => {
      // The key goes first: a token that it is creating is either there by now, or refused.
      const { numDeletedRows } = await trx.deleteFrom("apikey")
        .where("id", "=", keyId).where("referenceId", "=", user.id).executeTakeFirst();
      if (numDeletedRows === 0n) throw noSuchKey();
      const found = await findTokensOfKeys(trx, user, [keyId], now);
      return {
        found,
        revoked: revokeTokens ? await revokeFound(trx, principal, found, now) : [],
      };
    });
    services.events.emit("credential.ended", { ids: [keyId, ...revoked] });
    services.log.info("key.deleted", { userId: user.id, credentialId: keyId });
    for (const tokenId of revoked) {
      services.log.info("token.revoked", { ...actorFields(principal), tokenId });
    }
    return { success: true as const, ...tokensOfKeyView(found), tokensRevoked: revokeTokens };
  },
});

function noSuchKey(): SvcError {
  return new SvcError("not_found", "You have no such key", {
    hint: "List your keys to see their ids.",
  });
}

/**
 * `POST /api/v1/auth/exchange`: a personal key for a five-minute session that is good for the
 * collective token endpoints alone (design §4). It dies with the key.
 */
const exchange = defineEndpoint({
  key: "identity.exchange",
  body: z.strictObject({}).optional(),
  response: z.object({
    token: z.string().meta({ description: "Send it as 'Authorization: Bearer <token>'." }),
    expiresAt: z.iso.datetime(),
  }),
  async handle({ services, principal }) {
    const { keyId, user } = onlyOf(principal, "personalKey");
    const token = generateExchangeToken();
    const now = services.now();
    const expiresAt = new Date(now.getTime() + LIMITS.exchangedSessionMs).toISOString();
    const hash = await hashKey(token);
    await inTransaction(services.db, async (trx) => {
      await holdCredential(trx, principal);
      await trx.deleteFrom("exchange_session").where("expires_at", "<=", now.toISOString())
        .execute();
      await trx.insertInto("exchange_session").values({
        token_hash: hash,
        key_id: keyId,
        created_at: now.toISOString(),
        expires_at: expiresAt,
      }).execute();
    });
    services.log.info("key.exchanged", { userId: user.id, credentialId: keyId });
    return { token, expiresAt };
  },
});

/**
 * `POST /api/v1/auth/revoke`: deletes the personal key that makes the call, as logging out does.
 * It ends no collective token, and says which of the key's own still work.
 */
const revokeSelf = defineEndpoint({
  key: "keys.revoke-self",
  body: z.strictObject({}).optional(),
  response: z.object({ revoked: z.literal(true), id: z.string(), ...TokensOfKey.shape }),
  async handle({ services, principal }) {
    const { keyId, user } = onlyOf(principal, "personalKey");
    const found = await inTransaction(services.db, async (trx) => {
      await trx.deleteFrom("apikey").where("id", "=", keyId).execute();
      return await findTokensOfKeys(trx, user, [keyId], services.now());
    });
    services.events.emit("credential.ended", { ids: [keyId] });
    services.log.info("key.revoked", { userId: user.id, credentialId: keyId });
    return { revoked: true as const, id: keyId, ...tokensOfKeyView(found) };
  },
});

/** What the look-up is asked. */
export const ResolveQuery = z.strictObject({ username: z.string().min(1).max(39) });

/** `GET /api/auth/resolve-user?username=`: the subject behind a username (reference wire 1.7). */
const resolveUser = defineEndpoint({
  key: "identity.resolve-user",
  query: ResolveQuery,
  response: z.object({ sub: z.string() }),
  errors: ["not_found"],
  handle: ({ services, query }) => subjectOf(services.db, query.username),
});

/** The subject behind a username. @throws SvcError `not_found` */
export async function subjectOf(db: Db, username: string): Promise<{ sub: string }> {
  return { sub: (await findUser(db, username)).id };
}

/** Who the caller is, personal keys, second factors, and what a key can be exchanged for. */
export const IDENTITY_ENDPOINTS: readonly Endpoint[] = [
  whoami,
  createKey,
  listKeys,
  updateKey,
  deleteKey,
  exchange,
  revokeSelf,
  resolveUser,
  getSecurity,
  createProof,
  beginTotp,
  confirmTotpOffer,
  deleteTotp,
  deleteHold,
  createRecoveryCodes,
  listSessions,
  endSession,
  endOtherSessions,
];
