import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { keyHash } from "../../access/credential/key_hash.ts";
import { personOf, type Principal, userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import type { Services } from "../../access/services.ts";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import { grantedBy } from "../../access/membership/granted.ts";
import { notify } from "../notification/notify.ts";
import type { Trx } from "../../access/store/schema.ts";
import { actorOf } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { logEvent } from "../../access/membership/change.ts";
import { RoleName } from "@svc/core/wire";
import { inTransaction } from "../../platform/store/transaction.ts";

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
  async handle(call) {
    const { services, principal, params } = call;
    const user = personOf(principal);
    const now = services.now();
    const invitation = await inTransaction(services.db, async (trx) => {
      const found = await take(trx, services, principal, params.invitationId);
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
      await recordEvent(trx, {
        at: now,
        action: "member.joined",
        collectiveId: found.collectiveId,
        actor: actorOf(call),
        personId: user.id,
        details: { role: found.role, ...grantedBy(found.role, found.inviter) },
      });
      return found;
    }).catch((error) => {
      if (!isUniqueViolation(error)) throw error;
      throw new SvcError("already_member", "You are already a member", { cause: error });
    });
    const { slug, name, role } = invitation;
    logEvent(services.log, principal, slug, { action: "member.joined", details: { role } });
    return { collective: { slug, name }, role };
  },
});

/** `POST /api/v1/invitations/{invitationId}/decline`. */
export const decline = defineEndpoint({
  key: "invitations.decline",
  params: PARAMS,
  response: z.object({ declined: z.literal(true), id: z.uuid() }),
  errors: ["not_found", "invitation_gone"],
  async handle(call) {
    const { services, principal, params } = call;
    const { slug } = await inTransaction(services.db, async (trx) => {
      const found = await take(trx, services, principal, params.invitationId);
      await recordEvent(trx, {
        at: services.now(),
        action: "invitation.declined",
        collectiveId: found.collectiveId,
        // Who stays an outsider does not show the collective from where they said no.
        actor: { ...actorOf(call), network: null, client: null },
      });
      return found;
    });
    logEvent(services.log, principal, slug, { action: "invitation.declined" });
    return { declined: true as const, id: params.invitationId };
  },
});

/**
 * Takes an open invitation that is the caller's away from the store and returns it: of two who try
 * at once, one gets it. The collective's row is written first, which is its lock.
 *
 * One for a user is theirs by its id. One for an address is that of an account which has confirmed
 * the address; or, where no mail can be sent, which has the address and the link that was handed
 * over, whose secret then stands in the place of the id.
 */
async function take(
  trx: Trx,
  { outbox, now }: Pick<Services, "outbox" | "now">,
  principal: Principal,
  given: string,
) {
  const at = now().toISOString();
  const hash = keyHash(given);
  await trx.updateTable("collective").set({ updated_at: at })
    .where("deleted_at", "is", null)
    .where(
      "id",
      "in",
      trx.selectFrom("collective_invitation").select("collective_id")
        .where((where) => where.or([where("id", "=", given), where("token_hash", "=", hash)])),
    ).execute();
  await holdCredential(trx, principal);
  const userId = userOf(principal)?.id ?? "";
  const user = await trx.selectFrom("user").select(["email", "emailVerified"])
    .where("id", "=", userId).executeTakeFirst();
  const found = await trx.selectFrom("collective_invitation as invitation")
    .innerJoin("collective", "collective.id", "invitation.collective_id")
    .leftJoin(
      "collective_member as inviter",
      (join) =>
        join.onRef("inviter.collective_id", "=", "invitation.collective_id")
          .onRef("inviter.user_id", "=", "invitation.invited_by"),
    )
    .where("collective.deleted_at", "is", null)
    .where((where) =>
      where.or([
        where.and({ "invitation.id": given, "invitation.user_id": userId }),
        ...(user?.emailVerified
          ? [where.and({ "invitation.id": given, "invitation.email": user.email })]
          : []),
        ...(user !== undefined && (user.emailVerified || !outbox.configured)
          ? [where.and({ "invitation.token_hash": hash, "invitation.email": user.email })]
          : []),
      ])
    )
    .select([
      "invitation.id",
      "invitation.collective_id as collectiveId",
      "invitation.role",
      "inviter.role as inviter",
      "invitation.expires_at",
      "collective.slug",
      "collective.name",
    ]).executeTakeFirst();
  if (found === undefined) {
    throw new SvcError("not_found", "No such open invitation for you", {
      hint: user?.emailVerified || !outbox.configured
        ? "It may have been answered or withdrawn, or be for another account or address."
        : "If it was sent to your e-mail address, confirm the address first: open /account/address.",
    });
  }
  if (found.expires_at <= at) {
    throw new SvcError("invitation_gone", "This invitation has expired", {
      hint: "Ask for a new one.",
    });
  }
  await trx.deleteFrom("collective_invitation").where("id", "=", found.id).execute();
  return found;
}
