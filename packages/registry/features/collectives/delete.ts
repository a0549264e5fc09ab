import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { noteYanked } from "../extensions/logged/note_yanked.ts";
import { noteCollectiveChange } from "../extensions/mirror/note.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { notify } from "../notification/notify.ts";
import { assertShared, changeCollective } from "../../access/membership/change.ts";
import { membershipOf } from "../../access/membership/membership.ts";
import { SLUG_PARAMS } from "../../access/endpoint/params.ts";

/**
 * `POST /api/v1/collectives/{slug}/delete` (spec §4.3). In one transaction: tokens, invitations and
 * memberships are gone, and the extensions are yanked. Archives stay, so that a lockfile that names
 * an exact version of a public extension can still be restored; the slug is never given again.
 */
export const remove = defineEndpoint({
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
