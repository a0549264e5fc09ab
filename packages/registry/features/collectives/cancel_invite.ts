import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { changeCollective } from "../../access/membership/change.ts";
import { SLUG_PARAMS } from "./schema.ts";

/** `POST /api/v1/collectives/{slug}/cancel-invite` (spec §4.3). */
export const cancelInvite = defineEndpoint({
  key: "collectives.cancel-invite",
  params: SLUG_PARAMS,
  body: z.strictObject({ invitationId: z.uuid() }),
  response: z.object({ cancelled: z.literal(true), id: z.uuid() }),
  async handle(call) {
    const { body } = call;
    await changeCollective(call, "collectives.cancel-invite", async (held) => {
      const { trx, collective } = held;
      const cancelled = await trx.deleteFrom("collective_invitation")
        .where("id", "=", body.invitationId).where("collective_id", "=", collective.id)
        .returning("user_id").executeTakeFirst();
      if (cancelled === undefined) {
        throw new SvcError("not_found", "No such open invitation", {
          hint: "It may have been accepted, declined or withdrawn.",
        });
      }
      await held.record({
        action: "invitation.cancelled",
        personId: cancelled.user_id ?? undefined,
        details: { invitationId: body.invitationId },
      });
    });
    return { cancelled: true as const, id: body.invitationId };
  },
});
