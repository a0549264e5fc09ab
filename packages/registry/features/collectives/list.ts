import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { Collective } from "@svc/core/wire";
import { collectiveView } from "./view.ts";

/** `GET /api/v1/collectives`: those the caller belongs to, or the token's own (spec §4.3). */
export const list = defineEndpoint({
  key: "collectives.list",
  response: z.object({ collectives: z.array(Collective) }),
  async handle({ services, principal }) {
    if (principal.kind === "collectiveToken") {
      const rows = await services.db.selectFrom("collective").selectAll()
        .where("id", "=", principal.collective.id).where("deleted_at", "is", null).execute();
      return { collectives: rows.map((row) => collectiveView(row, "token", services.now())) };
    }
    const rows = await services.db.selectFrom("collective_member as member")
      .innerJoin("collective", "collective.id", "member.collective_id")
      .where("member.user_id", "=", userOf(principal)?.id ?? "")
      .where("collective.deleted_at", "is", null)
      .selectAll("collective").select("member.role").orderBy("collective.slug").execute();
    return { collectives: rows.map((row) => collectiveView(row, row.role, services.now())) };
  },
});
