import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Invitation } from "@svc/core/wire";
import { SLUG_PARAMS } from "./schema.ts";

/** `GET /api/v1/collectives/{slug}/invitations` (spec §4.3): the open ones, with addresses. */
export const invitations = defineEndpoint({
  key: "collectives.invitations",
  params: SLUG_PARAMS,
  response: z.object({ invitations: z.array(Invitation) }),
  async handle(call) {
    const { services } = call;
    const rows = await services.db.selectFrom("collective_invitation as invitation")
      .leftJoin("user as invited", "invited.id", "invitation.user_id")
      .innerJoin("user as inviter", "inviter.id", "invitation.invited_by")
      .where("invitation.collective_id", "=", membershipOf(call).collective.id)
      .where("invitation.expires_at", ">", services.now().toISOString())
      .select([
        "invitation.id",
        "invitation.email",
        "invited.username",
        "invitation.role",
        "inviter.username as invitedBy",
        "invitation.created_at as createdAt",
        "invitation.expires_at as expiresAt",
      ])
      .orderBy("invitation.created_at").orderBy("invitation.id").execute();
    return { invitations: rows.map((row) => ({ ...row, invitedBy: row.invitedBy ?? "" })) };
  },
});
