import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { keyHash } from "../../access/credential/key_hash.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import type { Trx } from "../../access/store/schema.ts";
import { assertOwnerFor, assertShared, changeCollective } from "../../access/membership/change.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Invitation, RoleName } from "@svc/core/wire";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";

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
    const inviter = userOf(principal);
    if (inviter === undefined) throw new Error("the guard admits sessions only");
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
