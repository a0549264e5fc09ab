import { SvcError } from "@svc/core/error";
import { type Role, ROLES } from "@svc/core/role";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { notify } from "../notification/notify.ts";
import {
  assertOtherOwner,
  assertOwnerFor,
  assertShared,
  changeCollective,
  type HeldCollective,
} from "../../access/membership/change.ts";
import { membersOf } from "./members.ts";
import { grantedBy } from "../../access/membership/granted.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Member, RoleName } from "@svc/core/wire";
import { MEMBER_PARAMS } from "./schema.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { personOf, userOf } from "../../access/credential/principal.ts";

/** `PATCH /api/v1/collectives/{slug}/members/{memberId}` (spec §4.3). */
export const changeRole = defineEndpoint({
  key: "collectives.change-role",
  params: MEMBER_PARAMS,
  body: z.strictObject({ role: RoleName }),
  response: z.object({ member: Member }),
  errors: ["last_owner", "personal_collective"],
  async handle(call) {
    const { params, body } = call;
    assertShared(membershipOf(call).collective, "keeps its one owner");
    const member = await changeCollective(call, "collectives.change-role", async (held) => {
      const { trx } = held;
      const target = await findMember(held, params.memberId);
      if (target.role === body.role) return target;
      if (target.role === "owner" || body.role === "owner") {
        assertOwnerFor(held, "make and demote owners");
      }
      if (target.role === "owner") await assertOtherOwner(held, target.id);
      await trx.updateTable("collective_member").set({ role: body.role })
        .where("id", "=", target.id).execute();
      await withdrawInvitations(held, target.userId, body.role);
      await notify(trx, {
        ...held.event,
        kind: "role_changed",
        person: { id: target.userId, username: target.username },
        role: body.role,
      });
      await held.record({
        action: "member.role_changed",
        personId: target.userId,
        details: { from: target.role, to: body.role, ...grantedBy(body.role, held.role) },
      });
      return { ...target, role: body.role };
    });
    return { member };
  },
});

/**
 * A member of a held collective by the membership's id.
 *
 * @throws SvcError `not_found`
 */
async function findMember(held: HeldCollective, memberId: string) {
  const member = await membersOf(held.trx, held.collective.id)
    .where("member.id", "=", memberId).executeTakeFirst();
  if (member === undefined) {
    throw new SvcError("not_found", "No such member", {
      hint: "List the members to see their ids.",
    });
  }
  return { ...member, username: member.username ?? "", role: member.role as Role };
}

/**
 * `DELETE /api/v1/collectives/{slug}/members/{memberId}` (spec §4.3): drops the member and every right
 * that came from the membership. Collective tokens and publishers they made are the collective's and
 * stay.
 */
export const removeMember = defineEndpoint({
  key: "collectives.remove-member",
  params: MEMBER_PARAMS,
  response: z.object({
    removed: z.literal(true),
    id: z.uuid(),
    publishersAdded: z.array(z.object({ id: z.uuid(), extension: z.string() })).meta({
      description: "The trusted publishers that they added, which stay: look whether each should.",
    }),
  }),
  errors: ["last_owner", "personal_collective"],
  async handle(call) {
    const { principal, params } = call;
    assertShared(membershipOf(call).collective, "keeps its one owner");
    const { target: member, publishers } = await changeCollective(
      call,
      "collectives.remove-member",
      async (held) => {
        const target = await findMember(held, params.memberId);
        if (target.role === "owner") {
          assertOwnerFor(held, "remove owners");
          await assertOtherOwner(held, target.id);
        }
        await notify(held.trx, {
          ...held.event,
          kind: target.userId === userOf(principal)?.id ? "member_left" : "member_removed",
          person: { id: target.userId, username: target.username },
        });
        const publishers = await held.trx.selectFrom("publisher")
          .select(["id", "extension_name as extension"])
          .where("collective_id", "=", held.collective.id)
          .where("created_by", "=", target.userId).where("disabled_at", "is", null)
          .orderBy("extension_name").orderBy("id").execute();
        await endMembership(held, target);
        await held.record({
          action: "member.removed",
          personId: target.userId,
          logged: { from: target.role },
        });
        return { target, publishers };
      },
    );
    return { removed: true as const, id: member.id, publishersAdded: publishers };
  },
});

/** `POST /api/v1/collectives/{slug}/leave`: the caller gives up their own membership. */
export const leave = defineEndpoint({
  key: "collectives.leave",
  params: SLUG_PARAMS,
  body: z.strictObject({}).optional(),
  response: z.object({ left: z.literal(true), slug: z.string() }),
  errors: ["last_owner", "personal_collective"],
  async handle(call) {
    const { principal } = call;
    const { collective } = membershipOf(call);
    assertShared(collective, "cannot be left");
    const user = personOf(principal);
    await changeCollective(call, "collectives.leave", async (held) => {
      const own = await held.trx.selectFrom("collective_member").select(["id", "role"])
        .where("collective_id", "=", collective.id).where("user_id", "=", user.id)
        .executeTakeFirst();
      if (own === undefined) throw new SvcError("not_found", "You are not a member");
      if (own.role === "owner") await assertOtherOwner(held, own.id);
      await notify(held.trx, { ...held.event, kind: "member_left", person: user });
      await endMembership(held, { id: own.id, userId: user.id });
      await held.record({
        action: "member.left",
        personId: user.id,
        logged: { from: own.role },
      });
    });
    return { left: true as const, slug: collective.slug };
  },
});

/**
 * Withdraws the invitations a person made and could no longer make: a right that was handed on
 * goes with the right itself. `role` is what they are now, undefined for no longer a member.
 */
async function withdrawInvitations(
  held: HeldCollective,
  userId: string,
  role: Role | undefined,
): Promise<void> {
  if (role === "owner") return;
  const lost: readonly Role[] = role === "admin" ? ["owner"] : ROLES;
  await held.trx.deleteFrom("collective_invitation")
    .where("collective_id", "=", held.collective.id)
    .where("invited_by", "=", userId)
    .where("role", "in", lost).execute();
}

/** Ends a membership and every right that came from it, in the transaction that holds the collective. */
async function endMembership(
  held: HeldCollective,
  member: { id: string; userId: string },
): Promise<void> {
  await held.trx.deleteFrom("collective_member").where("id", "=", member.id).execute();
  await withdrawInvitations(held, member.userId, undefined);
}
