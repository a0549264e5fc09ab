import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Invitation, OwnInvitation, RoleName } from "@svc/core/wire";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { personOf, userOf } from "../../access/credential/principal.ts";
import { SvcError } from "@svc/core/error";
import { assertOwnerFor, assertShared, changeCollective } from "../../access/membership/change.ts";
import { LIMITS } from "@svc/core/limit";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { keyHash } from "../../access/credential/key_hash.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import type { Trx } from "../../access/store/schema.ts";

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

const DAY_MS = 86_400_000;

/**
 * `POST /api/v1/collectives/{slug}/invite` (spec §4.3): by username, or by e-mail address. Who is
 * invited by address gets a mail; where none can be sent, the answer has a link to pass on.
 */
export const invite = defineEndpoint({
  key: "collectives.invite",
  params: SLUG_PARAMS,
  body: z.strictObject({
    username: z.string().min(1).max(39).optional(),
    email: z.email().max(254).toLowerCase().optional(),
    role: RoleName.default("member"),
  }).refine(
    (body) => (body.username === undefined) !== (body.email === undefined),
    "must have either username or email",
  ),
  response: z.object({
    invitation: Invitation,
    link: z.string().nullable().meta({
      description:
        "Secret, shown once: send it to the invited person, whose account must have the " +
        "address. Null where a mail was sent or a user was invited.",
    }),
  }),
  errors: ["personal_collective", "already_member", "conflict", "not_found"],
  async handle(call) {
    const { services, principal, body } = call;
    assertShared(membershipOf(call).collective, "cannot be shared");
    const inviter = personOf(principal);
    const { outbox, config } = services;
    const token = body.email === undefined || outbox.configured ? undefined : crypto.randomUUID();
    const mayMail = body.email !== undefined &&
      await services.auth.limits.mail(call.address, "invitation", body.email);
    const invitation = await changeCollective(call, "collectives.invite", async (held) => {
      const { trx, collective, now } = held;
      if (body.role === "owner") assertOwnerFor(held, "invite owners");
      const user = body.username === undefined ? undefined : await findUser(trx, body.username);
      // Whose account has an invited address is not looked up: the answer would tell.
      if (user !== undefined) await assertNoMember(trx, collective.id, user.id);
      const invitee = user === undefined ? `email:${body.email}` : `user:${user.id}`;
      await trx.deleteFrom("collective_invitation").where("collective_id", "=", collective.id)
        .where("expires_at", "<=", now.toISOString()).execute();
      const row = {
        id: crypto.randomUUID(),
        collective_id: collective.id,
        user_id: user?.id ?? null,
        email: body.email ?? null,
        invitee,
        role: body.role,
        token_hash: token === undefined ? null : keyHash(token),
        invited_by: inviter.id,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + LIMITS.invitationDays * DAY_MS).toISOString(),
      };
      await trx.insertInto("collective_invitation").values(row).execute();
      await notify(trx, {
        ...held.event,
        kind: "member_invited",
        role: body.role,
        ...(user === undefined ? {} : { person: user }),
      });
      await held.record({
        action: "member.invited",
        personId: user?.id,
        details: { invitationId: row.id, role: body.role },
      });
      const told = { collective: collective.slug, role: body.role, invitedBy: inviter.username };
      if (user !== undefined) await warn(outbox, trx, "invitation", user.id, told);
      else if (mayMail) {
        await outbox.add(trx, { kind: "invitation", address: body.email!, data: told });
      }
      return {
        id: row.id,
        email: row.email,
        username: user?.username ?? null,
        role: row.role,
        invitedBy: inviter.username,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    }).catch((error) => {
      if (!isUniqueViolation(error)) throw error;
      throw new SvcError("conflict", "This person is already invited", {
        hint: "Cancel the open invitation first to change it.",
        cause: error,
      });
    });
    const link = token === undefined ? null : `${config.baseUrl}/account?invitation=${token}`;
    return { invitation, link };
  },
});

async function assertNoMember(trx: Trx, collectiveId: string, userId: string): Promise<void> {
  const member = await trx.selectFrom("collective_member").select("id")
    .where("collective_id", "=", collectiveId).where("user_id", "=", userId).executeTakeFirst();
  if (member === undefined) return;
  throw new SvcError("already_member", "This person is already a member", {
    hint: "Change the member's role instead.",
  });
}

async function findUser(trx: Trx, username: string) {
  const user = await trx.selectFrom("user").select("id").where("username", "=", username)
    .executeTakeFirst();
  if (user === undefined) {
    throw new SvcError("not_found", `There is no user '${username}'`, {
      hint: "Check the username, or invite by e-mail address.",
    });
  }
  return { id: user.id, username };
}
