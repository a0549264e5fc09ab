import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import { OPERATOR } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { Db } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { actIn, type Ground } from "./takedown.ts";
import { tellOwners } from "./tell_owners.ts";

/**
 * Suspends a collective: its people read, and nobody changes it or publishes in it; its extensions are in
 * quarantine, but for those that are already kept from people.
 *
 * @returns how many extensions it put in quarantine
 * @throws SvcError `not_found`; `conflict` when it is suspended
 */
export async function suspendCollective(
  ground: Ground,
  slug: string,
  note: string,
  now: Date,
): Promise<number> {
  return await change(ground, slug, note, now);
}

/**
 * Lifts a suspension: what it put in quarantine is released, and nothing else.
 *
 * @returns how many extensions it released
 * @throws SvcError `not_found`; `conflict` when it is not suspended
 */
export async function unsuspendCollective(
  ground: Ground,
  slug: string,
  now: Date,
): Promise<number> {
  return await change(ground, slug, undefined, now);
}

/** Collectives that are listed. */
const MOST = 200;

/** The collectives that are suspended, the latest first. */
export async function listSuspended(
  db: Db,
): Promise<{ collective: string; at: string; note: string }[]> {
  const rows = await db.selectFrom("collective")
    .select(["slug as collective", "suspended_at", "suspended_reason"])
    .where("suspended_at", "is not", null).where("deleted_at", "is", null)
    .orderBy("suspended_at", "desc").limit(MOST).execute();
  return rows.map(({ collective, suspended_at, suspended_reason }) => ({
    collective,
    at: suspended_at!,
    note: suspended_reason ?? "",
  }));
}

async function change(ground: Ground, slug: string, note: string | undefined, now: Date) {
  const suspends = note !== undefined;
  return await inTransaction(ground.db, async (trx) => {
    const found = await trx.selectFrom("collective").select(["id", "suspended_at"])
      .where("slug", "=", slug).where("deleted_at", "is", null).executeTakeFirst();
    if (found === undefined) {
      const known = await trx.selectFrom("collective").select("slug")
        .where("deleted_at", "is", null).execute();
      throw new SvcError("not_found", `There is no collective '${slug}'`, {
        hint: didYouMean(slug, known.map((one) => one.slug)) ?? "Check the slug.",
      });
    }
    if (suspends === (found.suspended_at !== null)) {
      throw new SvcError("conflict", `'${slug}' is ${suspends ? "already" : "not"} suspended`, {
        hint: suspends
          ? `To lift it: npm run admin -- unsuspend ${slug}`
          : "There is nothing to do.",
      });
    }
    await trx.updateTable("collective").set({
      suspended_at: suspends ? now.toISOString() : null,
      suspended_reason: note ?? null,
    }).where("id", "=", found.id).execute();
    const extensions = await trx.selectFrom("extension").select("name")
      .where("collective_id", "=", found.id)
      .$if(suspends, (query) => query.where("taken_down_at", "is", null))
      .$if(!suspends, (query) => query.where("takedown_by", "=", "suspension"))
      .execute();
    for (const { name } of extensions) {
      await actIn(trx, ground, { name }, {
        act: suspends ? "quarantine" : "release",
        by: "suspension",
        ...(suspends ? { reason: { note } } : {}),
      }, now);
    }
    await recordEvent(trx, {
      at: now,
      action: suspends ? "collective.suspended" : "collective.unsuspended",
      collectiveId: found.id,
      actor: OPERATOR,
      details: suspends ? { reason: note } : {},
    });
    await tellOwners(ground.outbox, trx, {
      kind: suspends ? "collective_suspended" : "collective_unsuspended",
      collectiveId: found.id,
      at: now,
      ...(suspends ? { text: note } : {}),
    });
    return extensions.length;
  });
}
