import { z } from "zod";
import { changeCollective } from "../../access/membership/change.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { notify } from "../notification/notify.ts";
import { noSuchToken } from "./missing.ts";
import { TOKEN_PARAMS } from "./params.ts";

/** `DELETE /api/v1/collectives/{slug}/api-tokens/{tokenId}` (spec §4.2): enabled or revoked, it is gone. */
export const remove = defineEndpoint({
  key: "tokens.delete",
  params: TOKEN_PARAMS,
  response: z.object({ deleted: z.literal(true), id: z.uuid() }),
  async handle(call) {
    const { services, principal, params } = call;
    await changeCollective(call, "tokens.delete", async ({ trx, collective, now, record }) => {
      const found = await trx.deleteFrom("collective_token")
        .where("id", "=", params.tokenId).where("collective_id", "=", collective.id)
        .returning(["id", "name"]).executeTakeFirst();
      if (found === undefined) throw noSuchToken();
      await notify(trx, {
        kind: "token_deleted",
        collectiveId: collective.id,
        actor: principal,
        at: now,
        token: found,
      });
      await record({ action: "token.deleted", details: { token: found.name, tokenId: found.id } });
    });
    services.events.emit("credential.ended", { ids: [params.tokenId] });
    return { deleted: true as const, id: params.tokenId };
  },
});
