import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { insertCollective } from "./insert.ts";
import { takeSlug } from "../../access/name/take.ts";
import { actorOf } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { logEvent } from "../../access/membership/change.ts";
import { LINE } from "@svc/http/input";
import { Collective } from "@svc/core/wire";
import { DESCRIPTION } from "./schema.ts";
import { collectiveView } from "./view.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** `POST /api/v1/collectives/create` (spec §4.3): the caller becomes its owner. */
export const create = defineEndpoint({
  key: "collectives.create",
  body: z.strictObject({
    slug: z.string(),
    name: LINE.min(1).max(100).optional(),
    description: DESCRIPTION.optional(),
    private: z.boolean().optional(),
  }),
  response: Collective,
  errors: ["invalid_name", "name_reserved", "name_taken"],
  async handle(call) {
    const { services, principal, body } = call;
    const owner = userOf(principal);
    if (owner === undefined) throw new Error("the guard admits sessions only");
    const { slug } = body;
    const make = () =>
      inTransaction(services.db, async (trx) => {
        const wanted = { kind: "slug", name: slug, by: owner.username } as const;
        const id = await insertCollective(trx, {
          slug,
          skeleton: await takeSlug(trx, services.config, wanted),
          name: body.name ?? slug,
          description: body.description || null,
          private: body.private ?? false,
          personal: false,
          ownerId: owner.id,
          now: services.now(),
        });
        await recordEvent(trx, {
          at: services.now(),
          action: "collective.created",
          collectiveId: id,
          actor: actorOf(call),
          personId: owner.id,
        });
        return await trx.selectFrom("collective").selectAll().where("id", "=", id)
          .executeTakeFirstOrThrow();
      });
    // Somebody else took the name, or one like it, meanwhile: now that can be seen.
    const row = await make().catch((error) => {
      if (isUniqueViolation(error)) return make();
      throw error;
    });
    services.events.emit("collective.changed", { collectiveId: row.id });
    logEvent(services.log, principal, slug, { action: "collective.created" });
    return collectiveView(row, "owner", services.now());
  },
});
