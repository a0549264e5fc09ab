import { instantText } from "@svc/core/text";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { JobHeld } from "../../platform/jobs/mod.ts";
import { warn, warnAdmins } from "../mail/warn.ts";

/** Versions that one mail names. */
const MOST_NAMED = 20;

const HOUR_MS = 60 * 60_000;

/**
 * Sends a person one mail with all that was staged since the last one and waits in the collectives they
 * administer, and one with what was decided there or of what they staged. Safe to do twice.
 *
 * @throws JobHeld within an hour of the last one
 */
export async function mailStaged(services: Services, userId: string): Promise<void> {
  const { db, outbox, now } = services;
  let until: Date | undefined;
  for (const [kind, find] of [["staged", waitingFor], ["stage_decided", decidedFor]] as const) {
    const { last } = await db.selectFrom("mail").select(({ fn }) => fn.max("created_at").as("last"))
      .where("user_id", "=", userId).where("kind", "=", kind).executeTakeFirstOrThrow();
    const rows = await find(services, userId, last);
    if (rows.length === 0) continue;
    const next = new Date(last === null ? 0 : Date.parse(last) + HOUR_MS);
    if (next > now()) {
      until = until === undefined || next < until ? next : until;
      continue;
    }
    const named = rows.slice(0, MOST_NAMED).map(lineOf);
    const more = rows.length - named.length;
    await warn(outbox, db, kind, userId, {
      versions: named.join(", ") + (more > 0 ? ` and ${more} more` : ""),
      collectives: [...new Set(rows.map(({ slug }) => `@${slug}`))].join(", "),
    });
  }
  if (until !== undefined) throw new JobHeld(until, "the last mail went within an hour");
}

type MailedRow = Pick<
  StagedRow,
  "extension_name" | "version" | "state" | "publish_after" | "reason"
>;

/** Staged versions with the collective of each, the earliest first. */
const staged = (db: Services["db"], userId: string) =>
  db.selectFrom("staged_version as staged")
    .innerJoin("collective", "collective.id", "staged.collective_id")
    .leftJoin(
      "collective_member as member",
      (join) =>
        join.onRef("member.collective_id", "=", "staged.collective_id")
          .on("member.user_id", "=", userId).on("member.role", "in", ["admin", "owner"]),
    )
    .select(["staged.extension_name", "staged.version", "staged.state", "staged.publish_after"])
    .select(["staged.reason", "collective.slug"])
    .orderBy("staged.staged_at");

function waitingFor({ db, now }: Services, userId: string, last: string | null) {
  return staged(db, userId).where("member.user_id", "is not", null)
    .where("staged.state", "=", "staged").where("staged.expires_at", ">", now().toISOString())
    .where("staged.publish_after", "is", null).where("staged.staged_at", ">=", last ?? "")
    .execute();
}

function decidedFor({ db, now }: Services, userId: string, last: string | null) {
  // A first mail tells of the last day, not of all there ever was.
  const since = last ?? new Date(now().getTime() - 24 * HOUR_MS).toISOString();
  return staged(db, userId)
    .where((of) =>
      of.or([of("member.user_id", "is not", null), of("staged.staged_by_user_id", "=", userId)])
    )
    .where((of) =>
      of.or([
        of("staged.decided_at", ">=", since),
        of.and([
          of("staged.publish_after", "is not", null),
          of.exists(
            of.selectFrom("approval").select("approval.id")
              .whereRef("approval.staged_id", "=", "staged.id").where("approval.at", ">=", since),
          ),
        ]),
      ])
    )
    .execute();
}

function lineOf({ extension_name, version, state, publish_after, reason }: MailedRow): string {
  const name = `${extension_name} ${version}`;
  if (publish_after !== null) {
    return `${name} (approved, published on ${instantText(new Date(publish_after))})`;
  }
  if (state === "staged") return name;
  return `${name} (${reason === null ? state : `${state} ${reason}`})`;
}

/** Tells all owners and admins that one of them published without the approvals. */
export async function tellOverridden(
  trx: Trx,
  { outbox }: Pick<Services, "outbox">,
  { collective_id, extension_name, version }: StagedRow,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const data = { version: `${extension_name}@${version}`, by, reason };
  await warnAdmins(outbox, trx, "stage_overridden", collective_id, data);
}
