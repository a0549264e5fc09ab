import { noSuchCollective } from "../../access/membership/authorize.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Collective } from "@svc/core/wire";
import { SLUG_PARAMS } from "./schema.ts";
import { collectiveView } from "./view.ts";

/** `GET /api/v1/collectives/{slug}` (spec §4.3). */
export const get = defineEndpoint({
  key: "collectives.get",
  params: SLUG_PARAMS,
  response: Collective,
  async handle(call) {
    const { collective, role } = membershipOf(call);
    const row = await call.services.db.selectFrom("collective").selectAll()
      .where("id", "=", collective.id).executeTakeFirst();
    if (row === undefined) throw noSuchCollective(collective.slug);
    const place = call.principal.kind === "collectiveToken" ? "token" : role ?? null;
    return collectiveView(row, place, call.services.now());
  },
});
