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
 * right that came from the membership. Collective tokens and publishers they made are the collective's and stay.
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
          kind: target.userId === userOf(principal)?.id ? "member_left" : "member_removed",
          collectiveId: held.collective.id,
          actor: principal,
          at: held.now,
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
