import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { changeCollective } from "../../access/membership/change.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { notify } from "../notification/notify.ts";
import { noSuchToken } from "./missing.ts";
import { selectTokens } from "./read.ts";
import { TokenRecord } from "@svc/core/wire";
import { TOKEN_PARAMS } from "./params.ts";
import { tokenView } from "./view.ts";

/**
 * `PATCH /api/v1/collectives/{slug}/api-tokens/{tokenId}` (spec §4.2, §3.1): `{"enabled": false}`
 * revokes for ever. The token stays listed; no request enables it again. Repeating it is harmless.
 */
export const revoke = defineEndpoint({
  key: "tokens.revoke",
  params: TOKEN_PARAMS,
  body: z.strictObject({ enabled: z.boolean() }),
  response: z.object({ token: TokenRecord }),
  errors: ["rule_refused"],
  async handle(call) {
    const { services, principal, params, body } = call;
    if (body.enabled) {
      throw new SvcError("rule_refused", "A revoked token cannot be enabled again", {
        hint: "Create a new token.",
      });
    }
    const token = await changeCollective(call, "tokens.revoke", async (held) => {
      const { trx, collective, now } = held;
      const found = await selectTokens(trx)
        .where("token.id", "=", params.tokenId)
        .where("token.collective_id", "=", collective.id)
        .executeTakeFirst();
      if (found === undefined) throw noSuchToken();
      if (found.enabled === 0) return found;
      await trx.updateTable("collective_token").set({ enabled: 0 }).where("id", "=", found.id)
        .execute();
      await notify(trx, {
        kind: "token_revoked",
        collectiveId: collective.id,
        actor: principal,
        at: now,
        token: { id: found.id, name: found.name },
      });
      await held.record({
        action: "token.revoked",
        details: { token: found.name, tokenId: found.id },
      });
      return { ...found, enabled: 0 };
    });
    services.events.emit("credential.ended", { ids: [token.id] });
    return { token: tokenView(token) };
  },
});
