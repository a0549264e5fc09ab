import { hashKey } from "@svc/core/key";
import { LIMITS } from "@svc/core/limit";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { generateExchangeToken } from "../../access/credential/exchange_token.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/**
 * `POST /api/v1/auth/exchange`: a personal key for a five-minute session that is good for the
 * collective token endpoints alone (design §4). It dies with the key.
 */
export const exchange = defineEndpoint({
  key: "identity.exchange",
  body: z.strictObject({}).optional(),
  response: z.object({
    token: z.string().meta({ description: "Send it as 'Authorization: Bearer <token>'." }),
    expiresAt: z.iso.datetime(),
  }),
  async handle({ services, principal }) {
    if (principal.kind !== "personalKey") throw new Error("the guard admits personal keys only");
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
        key_id: principal.keyId,
        created_at: now.toISOString(),
        expires_at: expiresAt,
      }).execute();
    });
    services.log.info("key.exchanged", {
      userId: principal.user.id,
      credentialId: principal.keyId,
    });
    return { token, expiresAt };
  },
});
