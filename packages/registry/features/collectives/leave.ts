import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { notify } from "../notification/notify.ts";
import {
  assertOtherOwner,
  assertShared,
  changeCollective,
} from "../../access/membership/change.ts";
import { endMembership } from "./depart.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "./schema.ts";

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
    const user = userOf(principal);
    if (user === undefined) throw new Error("the guard admits sessions only");
    await changeCollective(call, "collectives.leave", async (held) => {
      const own = await held.trx.selectFrom("collective_member").select(["id", "role"])
        .where("collective_id", "=", collective.id).where("user_id", "=", user.id)
        .executeTakeFirst();
      if (own === undefined) throw new SvcError("not_found", "You are not a member");
      if (own.role === "owner") await assertOtherOwner(held, own.id);
      await notify(held.trx, {
        kind: "member_left",
        collectiveId: collective.id,
        actor: principal,
        at: held.now,
        person: user,
      });
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
