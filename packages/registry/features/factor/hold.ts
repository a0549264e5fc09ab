import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { type PersonActor, personActor, recordAccountEvent } from "../../access/audit/account.ts";
import type { Actor } from "../../access/audit/actor.ts";
import type { CallerOrigin } from "../../access/audit/caller_origin.ts";
import { instantText } from "@svc/core/text";
import { hasFactor } from "../../access/credential/proof.ts";
import type { HoldReason, PasskeyTable, TotpTable } from "../../access/store/factor_tables.ts";
import type { Db } from "../../access/store/schema.ts";
import { createLink, endLinks, findLink, type OpenLink, takeLink } from "../mail/link.ts";
import type { Outbox } from "../mail/outbox.ts";
import { warn } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";

const HOUR_MS = 3_600_000;

/** Factors that went while an account was on hold, or by what began it. */
interface Former {
  totp: TotpTable[];
  passkey: PasskeyTable[];
}

const NO_FACTORS: Former = { totp: [], passkey: [] };

/** What comes back after a hold since `since`, with what goes now: nothing that was added meanwhile. */
function added(kept: Former, { totp, passkey }: Former, since: string): Former {
  const apps = totp.filter(({ added_at }) => added_at < since);
  const passkeys = passkey.filter(({ created_at }) => created_at < since);
  return {
    // An account has one app: the first that went is the one of before.
    totp: kept.totp.length > 0 ? kept.totp : apps,
    passkey: [...kept.passkey, ...passkeys],
  };
}

/** The factors that an account has now, as they come back when a hold is cancelled. */
export async function currentFactors(trx: Db, userId: string): Promise<Former> {
  return {
    totp: await trx.selectFrom("totp").selectAll().where("user_id", "=", userId).execute(),
    passkey: await trx.selectFrom("passkey").selectAll().where("user_id", "=", userId).execute(),
  };
}

/**
 * Puts an account on hold for 72 hours, in the caller's transaction, and tells its person by mail and
 * inbox and the admins of their collectives. One that is on hold already stays so for longer.
 *
 * @param former what the operator removed; it comes back when the person cancels
 */
export async function beginHold(
  { outbox }: { outbox: Outbox },
  trx: Db,
  { userId, reason, actor, former = NO_FACTORS }: {
    userId: string;
    reason: HoldReason;
    actor: Actor;
    former?: Former;
  },
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + LIMITS.accountLinkHours.hold * HOUR_MS).toISOString();
  await endHolds(trx, now);
  const held = await trx.selectFrom("account_hold").select(["began_at", "former"])
    .where("user_id", "=", userId).executeTakeFirst();
  const since = held?.began_at ?? now.toISOString();
  const kept: Former = held === undefined ? NO_FACTORS : JSON.parse(held.former);
  const hold = { until, former: JSON.stringify(added(kept, former, since)) };
  await trx.insertInto("account_hold").values({ user_id: userId, reason, began_at: since, ...hold })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(hold)).execute();
  // What was begun before must not go through meanwhile.
  await endLinks(trx, userId, ["hold", "address"]);
  const { id: linkId } = await createLink(trx, { kind: "hold", userId, address: null }, now);
  await warn(outbox, trx, "hold_begun", userId, { linkId, until, reason });
  const details = { reason, until };
  await recordAccountEvent(trx, { userId, action: "hold.begun", at: now, actor, details });
  const person = await trx.selectFrom("user").select(["id", "username"]).where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const about = {
    at: now,
    person: { id: userId, username: person.username ?? "" },
    text: instantText(new Date(until)),
  };
  await notify(trx, { kind: "account_held", users: [userId], ...about });
  const collectives = await trx.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .select("collective.id").where("member.user_id", "=", userId)
    .where("collective.personal", "=", 0).where("collective.deleted_at", "is", null).execute();
  for (const { id: collectiveId } of collectives) {
    await notify(trx, { kind: "member_held", collectiveId, ...about });
  }
}

/** Keeps the app of an account on hold that another is to take the place of. */
export async function keepFormerApp(trx: Db, userId: string, now: Date): Promise<void> {
  const hold = await trx.selectFrom("account_hold").select(["began_at", "former"])
    .where("user_id", "=", userId).where("until", ">", now.toISOString()).executeTakeFirst();
  if (hold === undefined) return;
  const { totp } = await currentFactors(trx, userId);
  const former = added(JSON.parse(hold.former), { totp, passkey: [] }, hold.began_at);
  await trx.updateTable("account_hold").set({ former: JSON.stringify(former) })
    .where("user_id", "=", userId).execute();
}

/** Ends the hold of an account whose person proved a factor that it had before, added at `addedAt`. */
export async function endHoldByFactor(
  { outbox, now }: { outbox: Outbox; now(): Date },
  trx: Db,
  actor: PersonActor,
  addedAt: string,
): Promise<void> {
  const { userId } = actor;
  const { numDeletedRows } = await trx.deleteFrom("account_hold").where("user_id", "=", userId)
    .where("began_at", ">", addedAt).executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await endLinks(trx, userId, ["hold"]);
  await warn(outbox, trx, "hold_ended", userId, { how: "factor" });
  await recordAccountEvent(trx, { userId, action: "hold.ended", at: now(), actor });
}

/**
 * Undoes what began a hold, in the caller's transaction, for a person who did not do it: all sessions
 * end, factors and codes that came since go, and those that went come back. The hold stays where no
 * factor is left to ask for.
 *
 * @throws SvcError `not_found` when the account is not on hold
 */
export async function cancelHold(
  { outbox }: { outbox: Outbox },
  trx: Db,
  actor: PersonActor,
  now: Date,
): Promise<void> {
  const { userId } = actor;
  await endHolds(trx, now);
  // Writing the row is the lock: of two who cancel, one waits and finds nothing.
  const hold = await trx.updateTable("account_hold")
    .set((column) => ({ until: column.ref("until") })).where("user_id", "=", userId)
    .returning(["began_at", "former"]).executeTakeFirst();
  if (hold === undefined) throw notOnHold();
  const { began_at: since, former } = hold;
  const { totp, passkey } = JSON.parse(former) as Former;
  await trx.deleteFrom("session").where("userId", "=", userId).execute();
  await trx.deleteFrom("pending_sign_in").where("user_id", "=", userId).execute();
  await trx.deleteFrom("totp").where("user_id", "=", userId).where("added_at", ">=", since)
    .execute();
  await trx.deleteFrom("passkey").where("user_id", "=", userId).where("created_at", ">=", since)
    .execute();
  await trx.deleteFrom("recovery_code").where("user_id", "=", userId)
    .where("created_at", ">=", since).execute();
  if (totp.length > 0) await trx.insertInto("totp").values(totp).execute();
  if (passkey.length > 0) await trx.insertInto("passkey").values(passkey).execute();
  await endLinks(trx, userId, ["hold", "address"]);
  if (await hasFactor(trx, userId)) {
    await trx.deleteFrom("account_hold").where("user_id", "=", userId).execute();
  }
  await warn(outbox, trx, "hold_ended", userId, { how: "cancelled" });
  await recordAccountEvent(trx, { userId, action: "hold.cancelled", at: now, actor });
}

/** The account that a mailed link cancels the hold of. @throws SvcError `not_found` */
export async function holdOfLink(db: Db, token: string, now: Date): Promise<OpenLink> {
  const link = await findLink(db, "hold", token, now);
  if (link === undefined) throw noLink();
  return link;
}

/** As {@link cancelHold}, by the link that was mailed; it works once. @throws SvcError `not_found` */
export async function cancelHoldByLink(
  context: { outbox: Outbox },
  trx: Db,
  { token, origin }: { token: string; origin: CallerOrigin },
  now: Date,
): Promise<string> {
  const link = await holdOfLink(trx, token, now);
  if (!await takeLink(trx, link)) throw noLink();
  await cancelHold(context, trx, personActor(link.user_id, origin, "link"), now);
  return link.user_id;
}

/** Forgets holds that are over, and the factors that were kept for them. */
export async function endHolds(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("account_hold").where("until", "<=", now.toISOString()).execute();
}

function notOnHold(): SvcError {
  return new SvcError("not_found", "This account is not on hold", {
    hint: "The hold is over, or was ended before.",
  });
}

function noLink(): SvcError {
  return new SvcError("not_found", "This link does not work", {
    hint:
      "It works once, while the account is on hold. If you do not know who uses your account, " +
      "reset your password.",
  });
}
