import { z } from "zod";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../collectives/schema.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { selectTokens } from "./read.ts";
import { TokenRecord } from "@svc/core/wire";
import { tokenView } from "./view.ts";

/** `GET /api/v1/collectives/{slug}/api-tokens` (spec §4.2): all, revoked ones included, oldest first. */
export const list = defineEndpoint({
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
