import type { Transaction } from "kysely";
import type { Services } from "../../access/services.ts";
import type { Schema } from "../../access/store/schema.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { warn, warnAdmins } from "../mail/warn.ts";

/** Versions that one mail names. */
const MOST_NAMED = 20;

/**
 * Sends a person one mail with all that was staged since the last one and waits in the collectives they
 * administer. Safe to do twice.
 */
export async function mailWaiting(services: Services, userId: string): Promise<void> {
  const { db, outbox, now } = services;
  const { last } = await db.selectFrom("mail").select(({ fn }) => fn.max("created_at").as("last"))
    .where("user_id", "=", userId).where("kind", "=", "staged").executeTakeFirstOrThrow();
  const rows = await db.selectFrom("staged_version as staged")
    .innerJoin("collective", "collective.id", "staged.collective_id")
    .innerJoin("collective_member as member", "member.collective_id", "staged.collective_id")
    .select(["staged.extension_name", "staged.version", "collective.slug"])
    .where("member.user_id", "=", userId).where("member.role", "in", ["admin", "owner"])
    .where("staged.state", "=", "staged").where("staged.expires_at", ">", now().toISOString())
    .where("staged.staged_at", ">=", last ?? "")
    .orderBy("staged.staged_at").execute();
  if (rows.length === 0) return;
  const named = rows.slice(0, MOST_NAMED).map((row) => `${row.extension_name} ${row.version}`);
  const more = rows.length - named.length;
  await warn(outbox, db, "staged", userId, {
    versions: named.join(", ") + (more > 0 ? ` and ${more} more` : ""),
    collectives: [...new Set(rows.map(({ slug }) => `@${slug}`))].join(", "),
  });
}

/** Tells the person who staged a version, and the owners and admins, how it was decided. */
export async function tellDecided(
  trx: Transaction<Schema>,
  { outbox }: Pick<Services, "outbox">,
  { collective_id, staged_by_user_id, extension_name, version }: StagedRow,
  what: string,
): Promise<void> {
  const data = { version: `${extension_name}@${version}`, what };
  await warnAdmins(outbox, trx, "stage_decided", collective_id, data);
  if (staged_by_user_id === null) return;
  const told = await trx.selectFrom("collective_member").select("user_id")
    .where("collective_id", "=", collective_id).where("user_id", "=", staged_by_user_id)
    .where("role", "in", ["admin", "owner"]).executeTakeFirst();
  if (told === undefined) await warn(outbox, trx, "stage_decided", staged_by_user_id, data);
}

/** Tells all owners and admins that one of them published without the approvals. */
export async function tellOverridden(
  trx: Transaction<Schema>,
  { outbox }: Pick<Services, "outbox">,
  { collective_id, extension_name, version }: StagedRow,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const data = { version: `${extension_name}@${version}`, by, reason };
  await warnAdmins(outbox, trx, "stage_overridden", collective_id, data);
}
