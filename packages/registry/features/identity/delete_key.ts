import { TokensOfKey } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { findTokensOfKeys, revokeFound, tokensOfKeyView } from "../tokens/of_key.ts";
import { actorFields } from "../../access/credential/actor_fields.ts";
import { userOf } from "../../access/credential/principal.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * `POST /api/auth/api-key/delete` (spec §4.1): the key and what was exchanged for it stop working
 * at once. Collective tokens that it created live on and are named in the answer, unless
 * `revokeTokens` ends them in the same transaction.
 */
export const deleteKey = defineEndpoint({
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
    const user = userOf(principal);
    if (user === undefined) throw new Error("the guard admits sessions only");
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
