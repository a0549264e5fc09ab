import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { create } from "./create.ts";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { selectTokens, tokenView } from "./view.ts";
import { TokenRecord } from "@svc/core/wire";
import { changeCollective } from "../../access/membership/change.ts";
import { notify } from "../notification/notify.ts";

/** The refusal of an id that names no token of the collective. */
function noSuchToken(): SvcError {
  return new SvcError("not_found", "No such token", {
    hint: "List the collective's tokens to see their ids.",
  });
}

/** A path with a collective's slug and a token's id. */
const TOKEN_PARAMS = z.object({ slug: z.string(), tokenId: z.uuid() });

/** `GET /api/v1/collectives/{slug}/api-tokens` (spec §4.2): all, revoked ones included, oldest first. */
const list = defineEndpoint({
  key: "tokens.list",
  params: SLUG_PARAMS,
  response: z.object({ tokens: z.array(TokenRecord) }),
  async handle(call) {
    await call.services.auth.resolver.lastUsed.flush();
    const rows = await selectTokens(call.services.db)
      .where("token.collective_id", "=", membershipOf(call).collective.id)
      .orderBy("token.created_at").orderBy("token.id").execute();
    return { tokens: rows.map(tokenView) };
  },
});

/**
 * `PATCH /api/v1/collectives/{slug}/api-tokens/{tokenId}` (spec §4.2, §3.1): `{"enabled": false}`
 * revokes for ever. The token stays listed; no request enables it again. Repeating it is harmless.
 */
const revoke = defineEndpoint({
  key: "tokens.revoke",
  params: TOKEN_PARAMS,
  body: z.strictObject({ enabled: z.boolean() }),
  response: z.object({ token: TokenRecord }),
  errors: ["rule_refused"],
  async handle(call) {
    const { services, params, body } = call;
    if (body.enabled) {
      throw new SvcError("rule_refused", "A revoked token cannot be enabled again", {
        hint: "Create a new token.",
      });
    }
    const token = await changeCollective(call, "tokens.revoke", async (held) => {
      const { trx, collective } = held;
      const found = await selectTokens(trx)
        .where("token.id", "=", params.tokenId)
        .where("token.collective_id", "=", collective.id)
        .executeTakeFirst();
      if (found === undefined) throw noSuchToken();
      if (found.enabled === 0) return found;
      await trx.updateTable("collective_token").set({ enabled: 0 }).where("id", "=", found.id)
        .execute();
      await notify(trx, {
        ...held.event,
        kind: "token_revoked",
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

/** `DELETE /api/v1/collectives/{slug}/api-tokens/{tokenId}` (spec §4.2): enabled or revoked, it is gone. */
const remove = defineEndpoint({
  key: "tokens.delete",
  params: TOKEN_PARAMS,
  response: z.object({ deleted: z.literal(true), id: z.uuid() }),
  async handle(call) {
    const { services, params } = call;
    await changeCollective(
      call,
      "tokens.delete",
      async ({ trx, collective, record, event }) => {
        const found = await trx.deleteFrom("collective_token")
          .where("id", "=", params.tokenId).where("collective_id", "=", collective.id)
          .returning(["id", "name"]).executeTakeFirst();
        if (found === undefined) throw noSuchToken();
        await notify(trx, { ...event, kind: "token_deleted", token: found });
        await record({
          action: "token.deleted",
          details: { token: found.name, tokenId: found.id },
        });
      },
    );
    services.events.emit("credential.ended", { ids: [params.tokenId] });
    return { deleted: true as const, id: params.tokenId };
  },
});

/** Collective tokens (spec §4.2). */
export const TOKEN_ENDPOINTS: readonly Endpoint[] = [list, create, revoke, remove];
