import { z } from "zod";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import { insertCollective } from "./insert.ts";
import { takeSlug } from "../../access/name/take.ts";
import { recordChange } from "../../access/membership/record.ts";
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
  async handle({ services, principal, body }) {
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
        return await trx.selectFrom("collective").selectAll().where("id", "=", id)
          .executeTakeFirstOrThrow();
      });
    // Somebody else took the name, or one like it, meanwhile: now that can be seen.
    const row = await make().catch((error) => {
      if (isUniqueViolation(error)) return make();
      throw error;
    });
    record(services, principal, row);
    return collectiveView(row, "owner", services.now());
  },
});

function record(
  services: Services,
  principal: Principal,
  row: { id: string; slug: string; name: string; private: number },
): void {
  services.events.emit("collective.changed", { collectiveId: row.id });
  recordChange(services, "collective.created", principal, {
    id: row.id,
    slug: row.slug,
    name: row.name,
    personal: false,
    private: row.private === 1,
  });
}
