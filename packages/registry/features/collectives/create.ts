import { SvcError } from "@svc/core/error";
import { assertSlug, slugProblem } from "@svc/core/name";
import { z } from "zod";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import { insertCollective } from "./insert.ts";
import { assertNameFree, nameTaken } from "./name_space.ts";
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
    assertMayTake(services, owner.username, body.slug);
    const row = await inTransaction(services.db, async (trx) => {
      await assertNameFree(trx, body.slug);
      const id = await insertCollective(trx, {
        slug: body.slug,
        name: body.name ?? body.slug,
        description: body.description || null,
        private: body.private ?? false,
        personal: false,
        ownerId: owner.id,
        now: services.now(),
      });
      return await trx.selectFrom("collective").selectAll().where("id", "=", id)
        .executeTakeFirstOrThrow();
    }).catch((error) => {
      throw isUniqueViolation(error) ? nameTaken(body.slug) : error;
    });
    record(services, principal, row);
    return collectiveView(row, "owner", services.now());
  },
});

/** The first-party slug is reserved for the server's administrators; every other one is judged as any name. */
function assertMayTake(services: Services, username: string, slug: string): void {
  if (slug !== services.config.firstParty) return assertSlug(slug);
  if (services.config.admins.includes(username)) {
    const problem = slugProblem(slug);
    if (problem === undefined) return;
  }
  throw new SvcError("name_reserved", `The slug '${slug}' is reserved`, {
    hint: "Choose another slug.",
  });
}

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
