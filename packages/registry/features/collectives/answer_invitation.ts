import { SvcError } from "@svc/core/error";
import type { Transaction } from "kysely";
import { z } from "zod";
import { type Principal, userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { notify } from "../notification/notify.ts";
import type { Schema } from "../../access/store/schema.ts";
import { recordChange } from "../../access/membership/record.ts";
import { RoleName } from "@svc/core/wire";

const PARAMS = z.object({ invitationId: z.uuid() });

/** `POST /api/v1/invitations/{invitationId}/accept`: the invited person becomes a member, once. */
export const accept = defineEndpoint({
  key: "invitations.accept",
  params: PARAMS,
  response: z.object({
    collective: z.object({ slug: z.string(), name: z.string() }),
    role: RoleName,
  }),
  errors: ["not_found", "invitation_gone", "already_member"],
  async handle({ services, principal, params }) {
    const user = userOf(principal);
    if (user === undefined) throw new Error("the guard admits sessions only");
    const now = services.now();
    const invitation = await services.db.transaction().execute(async (trx) => {
      const found = await take(trx, principal, params.invitationId, now);
      await trx.insertInto("collective_member").values({
        id: crypto.randomUUID(),
        collective_id: found.collectiveId,
        user_id: user.id,
        role: found.role,
        created_at: now.toISOString(),
      }).execute();
      await notify(trx, {
        kind: "member_joined",
        collectiveId: found.collectiveId,
        actor: principal,
        at: now,
        person: user,
        role: found.role,
      });
      return found;
    }).catch((error) => {
      if (!isUniqueViolation(error)) throw error;
      throw new SvcError("already_member", "You are a member already", { cause: error });
    });
    recordChange(services, "member.joined", principal, shared(invitation), {
      role: invitation.role,
    });
    const { slug, name, role } = invitation;
    return { collective: { slug, name }, role };
  },
});

/** `POST /api/v1/invitations/{invitationId}/decline`. */
export const decline = defineEndpoint({
  key: "invitations.decline",
  params: PARAMS,
  response: z.object({ declined: z.literal(true), id: z.uuid() }),
  errors: ["not_found", "invitation_gone"],
  async handle({ services, principal, params }) {
    const invitation = await services.db.transaction()
      .execute((trx) => take(trx, principal, params.invitationId, services.now()));
    recordChange(services, "invitation.declined", principal, shared(invitation));
    return { declined: true as const, id: params.invitationId };
  },
});

/**
 * Takes an open invitation that is the caller's away from the store and returns it: of two who try
 * at once, one gets it. The collective's row is written first, which is its lock.
 */
async function take(
  trx: Transaction<Schema>,
  principal: Principal,
  invitationId: string,
  now: Date,
) {
  const at = now.toISOString();
  await trx.updateTable("collective").set({ updated_at: at })
    .where("deleted_at", "is", null)
    .where(
      "id",
      "in",
      trx.selectFrom("collective_invitation").select("collective_id").where(
        "id",
        "=",
        invitationId,
      ),
    ).execute();
  const userId = userOf(principal)?.id ?? "";
  const own = await trx.selectFrom("collective_invitation as invitation")
    .innerJoin("collective", "collective.id", "invitation.collective_id")
    .where("invitation.id", "=", invitationId)
    .where("collective.deleted_at", "is", null)
    .where((where) =>
      where.or([
        where("invitation.user_id", "=", userId),
        where(
          "invitation.email",
          "=",
          where.selectFrom("user").select("user.email").where("user.id", "=", userId),
        ),
      ])
    )
    .select([
      "invitation.collective_id as collectiveId",
      "invitation.role",
      "invitation.expires_at",
      "collective.slug",
      "collective.name",
      "collective.private",
    ]).executeTakeFirst();
  if (own === undefined) {
    throw new SvcError("not_found", "No such open invitation for you", {
      hint: "It may have been answered or withdrawn, or be for another account.",
    });
  }
  if (own.expires_at <= at) {
    throw new SvcError("invitation_gone", "This invitation has expired", {
      hint: "Ask for a new one.",
    });
  }
  await trx.deleteFrom("collective_invitation").where("id", "=", invitationId).execute();
  return own;
}

function shared(invitation: { collectiveId: string; slug: string; name: string; private: number }) {
  const { collectiveId: id, slug, name } = invitation;
  return { id, slug, name, personal: false, private: invitation.private === 1 };
}
