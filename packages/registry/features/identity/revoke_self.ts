import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";

/** `POST /api/v1/auth/revoke`: deletes the personal key that makes the call, as logging out does. */
export const revokeSelf = defineEndpoint({
  key: "keys.revoke-self",
  body: z.strictObject({}).optional(),
  response: z.object({ revoked: z.literal(true), id: z.string() }),
  async handle({ services, principal }) {
    if (principal.kind !== "personalKey") throw new Error("the guard admits personal keys only");
    await services.db.deleteFrom("apikey").where("id", "=", principal.keyId).execute();
    services.auth.resolver.cache.forget(principal.keyId);
    services.log.info("key.revoked", { userId: principal.user.id, credentialId: principal.keyId });
    return { revoked: true as const, id: principal.keyId };
  },
});
