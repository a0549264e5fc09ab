import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { notify } from "../notification/notify.ts";
import {
  assertOtherOwner,
  assertOwnerFor,
  assertShared,
  changeCollective,
} from "../../access/membership/change.ts";
import { findMember } from "./change_role.ts";
import { endMembership } from "./depart.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { MEMBER_PARAMS } from "./schema.ts";

/**
 * `DELETE /api/v1/collectives/{slug}/members/{memberId}` (spec §4.3): drops the member and every
 * right that came from the membership. Collective tokens they made are the collective's and stay.
 */
export const removeMember = defineEndpoint({
  key: "collectives.remove-member",
  params: MEMBER_PARAMS,
  response: z.object({ removed: z.literal(true), id: z.uuid() }),
  errors: ["last_owner", "personal_collective"],
  async handle(call) {
    const { principal, params } = call;
    assertShared(membershipOf(call).collective, "keeps its one owner");
    const member = await changeCollective(call, "collectives.remove-member", async (held) => {
      const target = await findMember(held, params.memberId);
      if (target.role === "owner") {
        assertOwnerFor(held, "remove owners");
        await assertOtherOwner(held, target.id);
      }
      await notify(held.trx, {
        kind: target.userId === userOf(principal)?.id ? "member_left" : "member_removed",
        collectiveId: held.collective.id,
        actor: principal,
        at: held.now,
        person: { id: target.userId, username: target.username },
      });
      await endMembership(held, target);
      await held.record({ action: "member.removed", personId: target.userId });
      return target;
    });
    return { removed: true as const, id: member.id };
  },
});
