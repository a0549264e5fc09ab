import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { OwnInvitation } from "@svc/core/wire";

/**
 * `GET /api/v1/invitations`: the caller's open invitations, by username or by their address once
 * they have confirmed it. One for an address that nobody has proven is opened by its link alone.
 */
export const ownInvitations = defineEndpoint({
  key: "invitations.list",
  response: z.object({
    invitations: z.array(OwnInvitation),
  }),
  async handle({ services, principal }) {
    const userId = userOf(principal)?.id ?? "";
    const rows = await services.db.selectFrom("collective_invitation as invitation")
      .innerJoin("collective", "collective.id", "invitation.collective_id")
      .innerJoin("user as inviter", "inviter.id", "invitation.invited_by")
      .where((where) =>
        where.or([
          where("invitation.user_id", "=", userId),
          where(
            "invitation.email",
            "=",
            where.selectFrom("user").select("user.email")
              .where("user.id", "=", userId).where("user.emailVerified", "=", 1),
          ),
        ])
      )
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
