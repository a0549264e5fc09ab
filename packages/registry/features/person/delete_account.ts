import { SvcError } from "@svc/core/error";
import { personActor } from "../../access/audit/account.ts";
import { REGISTRY } from "../../access/audit/actor.ts";
import type { CallerOrigin } from "../../access/audit/caller_origin.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { PrincipalOf } from "../../access/credential/principal.ts";
import { holdCredential } from "../../access/membership/hold_credential.ts";
import { forgetSealed } from "../../access/registry_log/note.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { checkPassword } from "../identity/password/check_password.ts";
import { notify } from "../notification/notify.ts";
import { erasePerson } from "./erase.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { noteYanked } from "../extensions/logged/note_yanked.ts";
import { noteCollectiveChange } from "../extensions/mirror/note.ts";
import { endStaged } from "../extensions/staged/end.ts";

/**
 * Deletes an account, all of it in one transaction.
 *
 * What is published stays: the extensions of collectives as they are, those of the personal
 * collective yanked, so that lockfiles that name an exact version still work. The name is never
 * given again. What the person wrote in the lab stays without their name.
 *
 * @throws SvcError `invalid_credentials`; `last_owner`, naming each collective that would be left
 *   without an owner; `session_expired`
 */
export async function deleteAccount(
  services: Services,
  principal: PrincipalOf<"session">,
  password: string,
  origin: CallerOrigin,
): Promise<void> {
  const { user } = principal;
  await checkPassword(services, personActor(user.id, origin), password);
  const gone = await inTransaction(services.db, async (trx) => {
    // Writing the row is the lock: who makes this person the last owner at the same time waits.
    await trx.updateTable("user").set((column) => ({ updatedAt: column.ref("updatedAt") }))
      .where("id", "=", user.id).execute();
    await holdCredential(trx, principal);
    await assertNoLastOwner(trx, user.id);
    const keys = await trx.selectFrom("apikey").select("id").where("referenceId", "=", user.id)
      .execute();
    const left = await leaveCollectives(trx, principal, services.now());
    const closed = await closePersonalCollectives(trx, user.id, services.now());
    await erasePerson(trx, user);
    return { keys, left, closed };
  });
  const { events } = services;
  events.emit("sessions.ended", {});
  events.emit("credential.ended", { ids: gone.keys.map(({ id }) => id) });
  for (const collectiveId of gone.closed) events.emit("collective.changed", { collectiveId });
  services.log.info("account.deleted", { userId: user.id, collectives: gone.left });
}

/** The shared collectives that have no owner but this person, by slug. */
export async function ownedAlone(db: Trx | Services["db"], userId: string) {
  const rows = await db.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", userId).where("member.role", "=", "owner")
    .where("collective.personal", "=", 0).where("collective.deleted_at", "is", null)
    .where((where) =>
      where.not(where.exists(
        where.selectFrom("collective_member as other").select("other.id")
          .whereRef("other.collective_id", "=", "collective.id")
          .where("other.role", "=", "owner").where("other.user_id", "!=", userId),
      ))
    )
    .select("collective.slug").orderBy("collective.slug").execute();
  return rows.map(({ slug }) => slug);
}

async function assertNoLastOwner(trx: Trx, userId: string): Promise<void> {
  const slugs = await ownedAlone(trx, userId);
  if (slugs.length === 0) return;
  const named = slugs.map((slug) => `@${slug}`).join(", ");
  throw new SvcError("last_owner", `You are the only owner of ${named}`, {
    hint: "Make somebody else an owner first, or delete the collective.",
  });
}

/** Tells the admins of each shared collective; the memberships go with the account. */
async function leaveCollectives(
  trx: Trx,
  actor: PrincipalOf<"session">,
  at: Date,
): Promise<number> {
  const rows = await trx.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", actor.user.id).where("collective.personal", "=", 0)
    .where("collective.deleted_at", "is", null)
    .select(["collective.id", "member.role"]).execute();
  for (const { id: collectiveId, role } of rows) {
    await notify(trx, { kind: "member_left", collectiveId, actor, at, person: actor.user });
    await recordEvent(trx, {
      at,
      action: "member.left",
      collectiveId,
      actor: REGISTRY,
      personId: actor.user.id,
      details: { reason: "the account was deleted" },
      logged: { from: role },
    });
  }
  return rows.length;
}

/**
 * Closes a person's own collective as the deletion of any collective does: its tokens and
 * invitations go, its extensions are yanked, its name stays taken. What it said of its person goes.
 *
 * @returns the ids of what was closed
 */
async function closePersonalCollectives(trx: Trx, userId: string, now: Date): Promise<string[]> {
  const at = now.toISOString();
  const own = await trx.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", userId).where("member.role", "=", "owner")
    .where("collective.personal", "=", 1).where("collective.deleted_at", "is", null)
    .select(["collective.id", "collective.slug"]).execute();
  for (const { id, slug } of own) {
    await trx.deleteFrom("collective_token").where("collective_id", "=", id).execute();
    await trx.deleteFrom("publisher").where("collective_id", "=", id).execute();
    await trx.deleteFrom("collective_invitation").where("collective_id", "=", id).execute();
    // The key stays, as what it signed is verified with it; what its person called it goes.
    await trx.updateTable("signing_key").set({ name: "" }).where("collective_id", "=", id)
      .execute();
    await trx.updateTable("signing_key").set({ revoked_at: at })
      .where("collective_id", "=", id).where("revoked_at", "is", null).execute();
    const yanked = await trx.updateTable("extension")
      .set({ yanked_at: at, yank_reason: "The account was deleted", updated_at: at })
      .where("collective_id", "=", id).where("yanked_at", "is", null).returning("id").execute();
    await noteYanked(trx, { at, collectiveId: id, extensions: yanked });
    await forgetSealed(trx, id);
    await trx.updateTable("collective")
      .set({ deleted_at: at, name: slug, description: null })
      .where("id", "=", id).execute();
    await endStaged(trx, { collective_id: id }, { reason: "the account was deleted", now });
    await noteCollectiveChange(trx, id);
    await trx.deleteFrom("profile").where("subject_kind", "=", "collective")
      .where("subject_id", "=", id).execute();
  }
  return own.map(({ id }) => id);
}
