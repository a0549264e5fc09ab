import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Invitation, OwnInvitation } from "@svc/core/wire";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { userOf } from "../../access/credential/principal.ts";
import { SvcError } from "@svc/core/error";
import { changeCollective } from "../../access/membership/change.ts";

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
