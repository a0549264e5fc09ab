import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { accept, decline } from "./answer_invitation.ts";
import { cancelInvite, invitations, ownInvitations } from "./invitations.ts";
import { changeRole, leave, removeMember } from "./change_role.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { extensions } from "./extensions.ts";
import { invite } from "./invite.ts";
import { members } from "./members.ts";
import { requireFactor } from "./require_factor.ts";
import { update } from "./update.ts";
import { noSuchCollective } from "../../access/membership/authorize.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Collective } from "@svc/core/wire";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { collectiveView } from "./view.ts";
import { z } from "zod";
import { userOf } from "../../access/credential/principal.ts";

/** `GET /api/v1/collectives/{slug}` (spec §4.3). */
const get = defineEndpoint({
  key: "collectives.get",
  params: SLUG_PARAMS,
  response: Collective,
  async handle(call) {
    const { collective, role } = membershipOf(call);
    const row = await call.services.db.selectFrom("collective").selectAll()
      .where("id", "=", collective.id).executeTakeFirst();
    if (row === undefined) throw noSuchCollective(collective.slug);
    const place = call.principal.kind === "collectiveToken" ? "token" : role ?? null;
    return collectiveView(row, place, call.services.now());
  },
});

/** `GET /api/v1/collectives`: those the caller belongs to, or the token's own (spec §4.3). */
const list = defineEndpoint({
  key: "collectives.list",
  response: z.object({ collectives: z.array(Collective) }),
  async handle({ services, principal }) {
    if (principal.kind === "collectiveToken") {
      const rows = await services.db.selectFrom("collective").selectAll()
        .where("id", "=", principal.collective.id).where("deleted_at", "is", null).execute();
      return { collectives: rows.map((row) => collectiveView(row, "token", services.now())) };
    }
    const rows = await services.db.selectFrom("collective_member as member")
      .innerJoin("collective", "collective.id", "member.collective_id")
      .where("member.user_id", "=", userOf(principal)?.id ?? "")
      .where("collective.deleted_at", "is", null)
      .selectAll("collective").select("member.role").orderBy("collective.slug").execute();
    return { collectives: rows.map((row) => collectiveView(row, row.role, services.now())) };
  },
});

/** The collective API (spec §4.3) and invitations. */
export const COLLECTIVE_ENDPOINTS: readonly Endpoint[] = [
  list,
  get,
  members,
  invitations,
  extensions,
  update,
  requireFactor,
  invite,
  removeMember,
  changeRole,
  cancelInvite,
  create,
  remove,
  leave,
  ownInvitations,
  accept,
  decline,
];
