import { SvcError } from "@svc/core/error";
import type { Role } from "@svc/core/role";
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
import { membersOf } from "./member_query.ts";
import { withdrawInvitations } from "./depart.ts";
import { grantedBy } from "../../access/membership/granted.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Member, RoleName } from "@svc/core/wire";
import { MEMBER_PARAMS } from "./schema.ts";

/** `PATCH /api/v1/collectives/{slug}/members/{memberId}` (spec §4.3). */
export const changeRole = defineEndpoint({
  key: "collectives.change-role",
  params: MEMBER_PARAMS,
  body: z.strictObject({ role: RoleName }),
  response: z.object({ member: Member }),
  errors: ["last_owner", "personal_collective"],
  async handle(call) {
    const { principal, params, body } = call;
    assertShared(membershipOf(call).collective, "keeps its one owner");
    const member = await changeCollective(call, "collectives.change-role", async (held) => {
      const { trx, collective, now } = held;
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
        kind: "role_changed",
        collectiveId: collective.id,
        actor: principal,
        at: now,
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
export async function findMember(held: HeldCollective, memberId: string) {
  const member = await membersOf(held.trx, held.collective.id)
    .where("member.id", "=", memberId).executeTakeFirst();
  if (member === undefined) {
    throw new SvcError("not_found", "No such member", {
      hint: "List the members to see their ids.",
    });
  }
  return { ...member, username: member.username ?? "", role: member.role as Role };
}
