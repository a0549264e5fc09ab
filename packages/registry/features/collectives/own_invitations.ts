import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { OwnInvitation } from "@svc/core/wire";

/**
 * `GET /api/v1/invitations`: the caller's open invitations by username. One sent to an address is
 * not listed, as addresses are not proven; its id is what opens it.
 */
export const ownInvitations = defineEndpoint({
  key: "invitations.list",
  response: z.object({
    invitations: z.array(OwnInvitation),
  }),
  async handle({ services, principal }) {
    const rows = await services.db.selectFrom("collective_invitation as invitation")
      .innerJoin("collective", "collective.id", "invitation.collective_id")
      .innerJoin("user as inviter", "inviter.id", "invitation.invited_by")
      .where("invitation.user_id", "=", userOf(principal)?.id ?? "")
      .where("invitation.expires_at", ">", services.now().toISOString())
      .select([
        "invitation.id",
        "collective.slug",
        "collective.name",
        "invitation.role",
        "inviter.username as invitedBy",
        "invitation.created_at as createdAt",
        "invitation.expires_at as expiresAt",
      ]).orderBy("invitation.created_at").execute();
    return {
      invitations: rows.map(({ slug, name, invitedBy, ...row }) => ({
        ...row,
        collective: { slug, name },
        invitedBy: invitedBy ?? "",
      })),
    };
  },
});
