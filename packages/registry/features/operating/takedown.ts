import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import type { Kysely, Transaction } from "kysely";
import type { AuditAction } from "../../access/audit/actions.ts";
import { OPERATOR } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { Services } from "../../access/services.ts";
import type { Schema } from "../../access/store/schema.ts";
import type { ExtensionRow } from "../../access/store/extension_table.ts";
import { followRecord } from "../extensions/publish/follow_record.ts";
import type { VersionRow } from "../extensions/record/tables.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** What is taken down or reinstated: an extension, or one version of it. */
export interface Subject {
  name: string;
  version?: string | undefined;
}

/** What taking down needs. */
type Ground = Pick<Services, "db" | "config">;

/** How the reason reads for those who see that something was yanked. */
const SAID = "Taken down by the operator: ";

/** Reads `@a/b` or `@a/b@1`. @throws SvcError `usage` */
export function readSubject(text: string): Subject {
  const match = /^(@[^@/\s]+\/[^@\s]+)(?:@([^@\s]+))?$/.exec(text);
  if (match) return { name: match[1]!, version: match[2] };
  throw new SvcError("usage", `'${text}' is not an extension name`, {
    hint: "Write @collective/name, or @collective/name@version for one version.",
  });
}

/**
 * Takes an extension or a version down: nobody finds, reads or downloads it, its owners included. It
 * is yanked as well, so that everything which leaves yanked versions out leaves it out. Nothing is
 * deleted.
 *
 * @throws SvcError `not_found`; `conflict` when it is taken down already
 */
export async function takeDown(
  ground: Ground,
  subject: Subject,
  reason: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await change(ground, subject, "taken_down", { reason }, now, (row) => {
    if (row.taken_down_at !== null) {
      throw new SvcError("conflict", `${shown(subject)} is already taken down`, {
        hint: `To restore it: npm run admin -- reinstate ${shown(subject)}`,
      });
    }
    return {
      taken_down_at: at,
      takedown_reason: reason,
      ...(row.yanked_at === null ? { yanked_at: at, yank_reason: SAID + reason } : {}),
    };
  });
}

/**
 * Brings back what was taken down. What its owners had yanked before stays yanked.
 *
 * @throws SvcError `not_found`; `conflict` when it is not taken down
 */
export async function reinstate(ground: Ground, subject: Subject, now: Date): Promise<void> {
  await change(ground, subject, "reinstated", {}, now, (row) => {
    if (row.taken_down_at === null) {
      throw new SvcError("conflict", `${shown(subject)} is not taken down`, {
        hint: "There is nothing to do.",
      });
    }
    const ours = row.yanked_at === row.taken_down_at;
    return {
      taken_down_at: null,
      takedown_reason: null,
      ...(ours ? { yanked_at: null, yank_reason: null } : {}),
    };
  });
}

type Standing = Pick<ExtensionRow | VersionRow, "yanked_at" | "taken_down_at">;

interface Change {
  taken_down_at: string | null;
  takedown_reason: string | null;
  yanked_at?: string | null;
  yank_reason?: string | null;
}

/** Changes the row of a subject, the record that follows from it, and the audit trail, or nothing. */
async function change(
  ground: Ground,
  subject: Subject,
  action: AuditAction,
  details: Readonly<Record<string, unknown>>,
  now: Date,
  decide: (row: Standing) => Change,
): Promise<void> {
  await inTransaction(ground.db, async (trx) => {
    const extension = await findExtension(trx, subject.name);
    if (subject.version === undefined) {
      await trx.updateTable("extension").set(decide(extension)).where("id", "=", extension.id)
        .execute();
    } else {
      const version = await findVersion(trx, extension, subject.version);
      await trx.updateTable("extension_version").set(decide(version)).where("id", "=", version.id)
        .execute();
    }
    await followRecord(trx, ground, extension.id, now);
    await recordEvent(trx, {
      at: now,
      action,
      collectiveId: extension.collective_id,
      extensionId: extension.id,
      actor: OPERATOR,
      details: {
        ...details,
        ...(subject.version === undefined ? {} : { version: subject.version }),
      },
    });
  });
}

async function findExtension(trx: Transaction<Schema>, name: string): Promise<ExtensionRow> {
  const row = await trx.selectFrom("extension").selectAll().where("name", "=", name)
    .executeTakeFirst();
  if (row) return row;
  const known = await namesOf(trx);
  throw new SvcError("not_found", `There is no extension '${name}'`, {
    hint: didYouMean(name, known) ?? "Check the name: @collective/name.",
  });
}

async function namesOf(trx: Kysely<Schema>): Promise<string[]> {
  return (await trx.selectFrom("extension").select("name").execute()).map(({ name }) => name);
}

async function findVersion(trx: Transaction<Schema>, { id, name }: ExtensionRow, version: string) {
  const row = await trx.selectFrom("extension_version").select(["id", "yanked_at", "taken_down_at"])
    .where("extension_id", "=", id).where("version", "=", version).executeTakeFirst();
  if (row) return row;
  const known = await trx.selectFrom("extension_version").select("version")
    .where("extension_id", "=", id).orderBy("sort_key", "desc").execute();
  throw new SvcError("not_found", `${name} has no version ${version}`, {
    hint: `It has ${known.map((one) => one.version).slice(0, 5).join(", ")}.`,
  });
}

function shown({ name, version }: Subject): string {
  return version === undefined ? name : `${name}@${version}`;
}
