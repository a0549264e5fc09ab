import { TokensOfKey } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { findTokensOfKeys, tokensOfKeyView } from "../tokens/of_key.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * `POST /api/v1/auth/revoke`: deletes the personal key that makes the call, as logging out does.
 * It ends no collective token, and says which of the key's own still work.
 */
export const revokeSelf = defineEndpoint({
  key: "keys.revoke-self",
  body: z.strictObject({}).optional(),
  response: z.object({ revoked: z.literal(true), id: z.string(), ...TokensOfKey.shape }),
  async handle({ services, principal }) {
    if (principal.kind !== "personalKey") throw new Error("the guard admits personal keys only");
    const { keyId, user } = principal;
    const found = await inTransaction(services.db, async (trx) => {
      await trx.deleteFrom("apikey").where("id", "=", keyId).execute();
      return await findTokensOfKeys(trx, user, [keyId], services.now());
    });
    services.events.emit("credential.ended", { ids: [keyId] });
    services.log.info("key.revoked", { userId: user.id, credentialId: keyId });
    return { revoked: true as const, id: keyId, ...tokensOfKeyView(found) };
  },
});
