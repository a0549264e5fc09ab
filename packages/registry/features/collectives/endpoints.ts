import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { accept, decline } from "./answer_invitation.ts";
import { cancelInvite, invitations, invite, ownInvitations } from "./invitations.ts";
import { changeRole, leave, removeMember } from "./change_role.ts";
import { extensions } from "./extensions.ts";
import { members } from "./members.ts";
import { requireFactor, update } from "./update.ts";
import { noSuchCollective } from "../../access/membership/authorize.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { Collective } from "@svc/core/wire";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";
import { collectiveView } from "./view.ts";
import { z } from "zod";
import { personOf, userOf } from "../../access/credential/principal.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { insertCollective } from "./insert.ts";
import { takeSlug } from "../../access/name/take.ts";
import { actorOf } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { assertShared, changeCollective, logEvent } from "../../access/membership/change.ts";
import { LINE } from "@svc/http/input";
import { DESCRIPTION } from "./schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { noteYanked } from "../extensions/logged/note_yanked.ts";
import { noteCollectiveChange } from "../extensions/mirror/note.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { notify } from "../notification/notify.ts";

/** `POST /api/v1/collectives/create` (spec §4.3): the caller becomes its owner. */
const create = defineEndpoint({
  key: "collectives.create",
  body: z.strictObject({
    slug: z.string(),
    name: LINE.min(1).max(100).optional(),
    description: DESCRIPTION.optional(),
    private: z.boolean().optional(),
  }),
  response: Collective,
  errors: ["invalid_name", "name_reserved", "name_taken"],
  async handle(call) {
    const { services, principal, body } = call;
    const owner = personOf(principal);
    const { slug } = body;
    const make = () =>
      inTransaction(services.db, async (trx) => {
        const wanted = { kind: "slug", name: slug, by: owner.username } as const;
        const id = await insertCollective(trx, {
          slug,
          skeleton: await takeSlug(trx, services.config, wanted),
          name: body.name ?? slug,
          description: body.description || null,
          private: body.private ?? false,
          personal: false,
          ownerId: owner.id,
          now: services.now(),
        });
        await recordEvent(trx, {
          at: services.now(),
          action: "collective.created",
          collectiveId: id,
          actor: actorOf(call),
          personId: owner.id,
        });
        return await trx.selectFrom("collective").selectAll().where("id", "=", id)
          .executeTakeFirstOrThrow();
      });
    // Somebody else took the name, or one like it, meanwhile: now that can be seen.
    const row = await make().catch((error) => {
      if (isUniqueViolation(error)) return make();
      throw error;
    });
    services.events.emit("collective.changed", { collectiveId: row.id });
    logEvent(services.log, principal, slug, { action: "collective.created" });
    return collectiveView(row, "owner", services.now());
  },
});

/**
 * `POST /api/v1/collectives/{slug}/delete` (spec §4.3). In one transaction: tokens, invitations and
 * memberships are gone, and the extensions are yanked. Archives stay, so that a lockfile that names
 * an exact version of a public extension can still be restored; the slug is never given again.
 */
const remove = defineEndpoint({
  key: "collectives.delete",
  params: SLUG_PARAMS,
  body: z.strictObject({}).optional(),
  response: z.object({ deleted: z.literal(true), slug: z.string() }),
  errors: ["personal_collective"],
  description: "Its tokens stop working at once, its extensions leave search and `latest`. " +
    "Archives of its public extensions stay downloadable by exact version. " +
    "The slug cannot be used again.",
  async handle(call) {
    const { services } = call;
    const { collective } = membershipOf(call);
    assertShared(collective, "cannot be deleted");
    await changeCollective(call, "collectives.delete", async ({ trx, now, record, event }) => {
      const at = now.toISOString();
      // While there are still members to tell.
      await notify(trx, { ...event, kind: "collective_deleted" });
      await trx.deleteFrom("collective_token").where("collective_id", "=", collective.id).execute();
      await trx.updateTable("signing_key").set({ revoked_at: at })
        .where("collective_id", "=", collective.id).where("revoked_at", "is", null).execute();
      await trx.deleteFrom("publisher").where("collective_id", "=", collective.id).execute();
      await trx.deleteFrom("collective_invitation").where("collective_id", "=", collective.id)
        .execute();
      await trx.deleteFrom("collective_member").where("collective_id", "=", collective.id)
        .execute();
      const yanked = await trx.updateTable("extension")
        .set({ yanked_at: at, yank_reason: "The collective was deleted", updated_at: at })
        .where("collective_id", "=", collective.id).where("yanked_at", "is", null)
        .returning("id").execute();
      await noteYanked(trx, { at, collectiveId: collective.id, extensions: yanked });
      await trx.updateTable("collective").set({ deleted_at: at })
        .where("id", "=", collective.id).execute();
      const which = { collective_id: collective.id };
      await endStaged(trx, which, { reason: "the collective was deleted", now });
      await noteCollectiveChange(trx, collective.id);
      await record({ action: "collective.deleted" });
    });
    services.events.emit("collective.changed", { collectiveId: collective.id });
    return { deleted: true as const, slug: collective.slug };
  },
});

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
