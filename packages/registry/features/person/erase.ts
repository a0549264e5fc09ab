import type { Trx } from "../../access/store/schema.ts";
import type {} from "../../access/audit/table.ts";
import type {} from "../mail/tables.ts";
import type {} from "../notification/tables.ts";
import type {} from "../oauth/tables.ts";
import type {} from "../profile/tables.ts";
import type {} from "../serve/tables.ts";

/**
 * Removes everything that is about a person, and the account itself. By their references to it go, in
 * the same statement: sessions, keys, the password, links, memberships, invitations they got or made,
 * feed posts, mails, claims to names, OAuth applications, consents and tokens; and the name under what
 * they wrote in the lab becomes nobody's. Records of publishing keep an id that leads to nobody, the
 * events of collectives none.
 */
export async function erasePerson(
  trx: Trx,
  { id, username }: { id: string; username: string },
): Promise<void> {
  const { email } = await trx.selectFrom("user").select("email").where("id", "=", id)
    .executeTakeFirstOrThrow();
  await trx.deleteFrom("profile").where("subject_kind", "=", "user").where("subject_id", "=", id)
    .execute();
  await trx.deleteFrom("notification_delivery").where("recipient_kind", "=", "user")
    .where("recipient_id", "=", id).execute();
  await trx.deleteFrom("deviceCode").where("userId", "=", id).execute();
  await trx.deleteFrom("serve_instance").where("registered_by", "=", `user:${id}`).execute();
  await trx.deleteFrom("upload").where("actor", "=", `user:${id}`).execute();
  await trx.deleteFrom("mail").where("user_id", "is", null)
    .where("address", "in", [email, username]).execute();
  await trx.updateTable("extension").set({ author_user_id: null })
    .where("author_user_id", "=", id).execute();
  await trx.updateTable("extension").set({ deprecated_by_user_id: null })
    .where("deprecated_by_user_id", "=", id).execute();
  await trx.updateTable("audit_event").set({ actor_user_id: null, network: null, client: null })
    .where("actor_user_id", "=", id).execute();
  await trx.updateTable("audit_event").set({ person_user_id: null })
    .where("person_user_id", "=", id).execute();
  await trx.deleteFrom("user").where("id", "=", id).execute();
}
