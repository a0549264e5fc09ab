import type { Transaction } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import { noteCollectiveChange } from "../extensions/mirror/note.ts";
import type {} from "../profile/tables.ts";

/**
 * Closes a person's own collective as the deletion of any collective does: its tokens and
 * invitations go, its extensions are yanked, its name stays taken. What it said of its person goes.
 *
 * @returns the ids of what was closed
 */
export async function closePersonalCollectives(
  trx: Transaction<Schema>,
  userId: string,
  now: Date,
): Promise<string[]> {
  const at = now.toISOString();
  const own = await trx.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", userId).where("member.role", "=", "owner")
    .where("collective.personal", "=", 1).where("collective.deleted_at", "is", null)
    .select(["collective.id", "collective.slug"]).execute();
  for (const { id, slug } of own) {
    await trx.deleteFrom("collective_token").where("collective_id", "=", id).execute();
    await trx.deleteFrom("collective_invitation").where("collective_id", "=", id).execute();
    await trx.updateTable("extension")
      .set({ yanked_at: at, yank_reason: "The account was deleted", updated_at: at })
      .where("collective_id", "=", id).where("yanked_at", "is", null).execute();
    await trx.updateTable("collective")
      .set({ deleted_at: at, name: slug, description: null })
      .where("id", "=", id).execute();
    await noteCollectiveChange(trx, id);
    await trx.deleteFrom("profile").where("subject_kind", "=", "collective")
      .where("subject_id", "=", id).execute();
  }
  return own.map(({ id }) => id);
}
