import { SvcError } from "@svc/core/error";
import { SigningKeyRecord } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { changeCollective } from "../../access/membership/change.ts";
import { selectKeys, viewOf } from "./read.ts";

/**
 * `DELETE /api/v1/collectives/{slug}/signing-keys/{keyId}`: nothing more is published that it signs.
 * It stays listed, as what it signed before stays valid. Repeating it is harmless.
 */
export const revoke = defineEndpoint({
  key: "signing-keys.revoke",
  params: z.object({ slug: z.string(), keyId: z.uuid() }),
  response: z.object({ signingKey: SigningKeyRecord }),
  async handle(call) {
    const { params } = call;
    const signingKey = await changeCollective(call, "signing-keys.revoke", async (held) => {
      const { trx, collective, now } = held;
      const found = await selectKeys(trx).where("key.id", "=", params.keyId)
        .where("key.collective_id", "=", collective.id).executeTakeFirst();
      if (found === undefined) {
        throw new SvcError("not_found", "No such signing key", {
          hint: "List the collective's signing keys to see their ids.",
        });
      }
      if (found.revoked_at !== null) return found;
      const revoked_at = now.toISOString();
      await trx.updateTable("signing_key").set({ revoked_at }).where("id", "=", found.id).execute();
      await held.record({
        action: "signing_key.revoked",
        details: { signingKey: found.name, hint: found.hint },
      });
      return { ...found, revoked_at };
    });
    return { signingKey: viewOf(signingKey) };
  },
});
