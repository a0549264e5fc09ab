import { SvcError } from "@svc/core/error";
import type { RestrictionCategory } from "@svc/core/report";
import { didYouMean } from "@svc/core/text";
import type { Selectable } from "kysely";
import type { AuditAction } from "../../access/audit/actions.ts";
import { OPERATOR, REGISTRY } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { RESTRICTION_COLUMNS } from "../../access/extension/restriction.ts";
import type { Services } from "../../access/services.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import type {
  ExtensionRow,
  RestrictionColumns,
  RestrictionSource,
} from "../../access/store/extension_table.ts";
import { followRecord } from "../extensions/publish/follow_record.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { storeScore } from "../extensions/score/stored_score.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { shownSubject, tellOwners } from "./tell_owners.ts";

/** What is taken down or quarantined: an extension, or one version of it. */
export interface Subject {
  name: string;
  version?: string | undefined;
}

/** Why, as owners and, of public extensions, everybody reads it. */
export interface Reason {
  category?: RestrictionCategory | undefined;
  note: string;
}

/** What such an act needs. */
export type Ground = Pick<Services, "db" | "config" | "outbox">;

/** The acts of an operator on an extension or a version. */
export type Act = "quarantine" | "release" | "takedown" | "reinstate";

/** What was changed; whoever serves tells others of it. */
export interface Changed {
  extensionId: string;
  name: string;
}

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
 * deleted. A quarantine ends with it.
 *
 * @throws SvcError `not_found`; `conflict` when it is taken down already
 */
export async function takeDown(
  ground: Ground,
  subject: Subject,
  reason: Reason,
  now: Date,
): Promise<Changed> {
  return await act(ground, subject, { act: "takedown", reason, by: "operator" }, now);
}

/**
 * Brings back what was taken down. What its owners had yanked before stays yanked.
 *
 * @throws SvcError `not_found`; `conflict` when it is not taken down
 */
export async function reinstate(ground: Ground, subject: Subject, now: Date): Promise<Changed> {
  return await act(ground, subject, { act: "reinstate", by: "operator" }, now);
}

/**
 * Puts an extension or a version in quarantine: as a takedown, but its collective still sees it, and
 * cannot change it. One that two reports made becomes the operator's, and does not end by itself.
 *
 * @throws SvcError `not_found`; `conflict` when it is taken down, or in quarantine by the operator
 */
export async function quarantine(
  ground: Ground,
  subject: Subject,
  reason: Reason,
  now: Date,
): Promise<Changed> {
  return await act(ground, subject, { act: "quarantine", reason, by: "operator" }, now);
}

/**
 * Ends a quarantine: all is as before.
 *
 * @throws SvcError `not_found`; `conflict` when it is not in quarantine
 */
export async function release(ground: Ground, subject: Subject, now: Date): Promise<Changed> {
  return await act(ground, subject, { act: "release", by: "operator" }, now);
}

/** An act, why, and on whose word. */
export interface Restricting {
  act: Act;
  reason?: Reason;
  by: RestrictionSource | "registry";
}

async function act(ground: Ground, subject: Subject, how: Restricting, now: Date) {
  return await inTransaction(ground.db, (trx) => actIn(trx, ground, subject, how, now));
}

/** The same in a transaction of the caller's. @throws SvcError `not_found`, `conflict` */
export async function actIn(
  trx: Trx,
  ground: Ground,
  subject: Subject,
  how: Restricting,
  now: Date,
): Promise<Changed> {
  const extension = await findExtension(trx, subject.name);
  const row = subject.version === undefined
    ? { ...extension, takedown_record: null }
    : await findVersion(trx, extension, subject.version);
  const change = decide(row, how, now, shownSubject(subject.name, subject.version));
  if (subject.version === undefined) {
    await trx.updateTable("extension").set(change).where("id", "=", row.id).execute();
    await followRecord(trx, ground, extension.id, now);
    if (how.act === "takedown") {
      const reason = "the operator took the extension down";
      await endStaged(trx, { extension_name: extension.name }, { reason, now });
    }
  } else {
    const record = row.taken_down_at === null ? recordOf(extension, row.id) : row.takedown_record;
    await trx.updateTable("extension_version")
      .set({ ...change, takedown_record: change.taken_down_at === null ? null : record })
      .where("id", "=", row.id).execute();
    const after = await followRecord(trx, ground, extension.id, now);
    if (change.taken_down_at === null && record && after.extension.record_version_id === row.id) {
      await trx.updateTable("extension").set(JSON.parse(record)).where("id", "=", extension.id)
        .execute();
      await storeScore(trx, ground.config, extension.id);
    }
  }
  const { action, kind } = DONE[how.act];
  const { note, category } = how.reason ?? {};
  await recordEvent(trx, {
    at: now,
    action,
    collectiveId: extension.collective_id,
    extensionId: extension.id,
    actor: how.by === "operator" || how.by === "suspension" ? OPERATOR : REGISTRY,
    details: {
      ...(note === undefined ? {} : { reason: note }),
      ...(category === undefined ? {} : { category }),
      ...(subject.version === undefined ? {} : { version: subject.version }),
      ...(how.by === "operator" ? {} : { because: how.by }),
    },
  });
  // A suspension tells of itself, once.
  if (how.by !== "suspension") {
    await tellOwners(ground.outbox, trx, {
      kind,
      collectiveId: extension.collective_id,
      at: now,
      extension: subject.name,
      ...(subject.version === undefined ? {} : { version: subject.version }),
      ...(note === undefined ? {} : { text: note }),
    });
  }
  return { extensionId: extension.id, name: extension.name };
}

const DONE = {
  quarantine: { action: "quarantined", kind: "extension_quarantined" },
  release: { action: "released", kind: "extension_released" },
  takedown: { action: "taken_down", kind: "extension_removed" },
  reinstate: { action: "reinstated", kind: "extension_reinstated" },
} as const satisfies Readonly<Record<Act, { action: AuditAction; kind: string }>>;

type Standing = Selectable<RestrictionColumns> & Pick<ExtensionRow, "yanked_at">;

/**
 * What owners may have edited of an extension's record while that is of a version, as JSON: another
 * version's takes its place as soon as that one is kept from people, and it comes back with it.
 */
function recordOf(extension: ExtensionRow, versionId: string): string | null {
  if (extension.record_version_id !== versionId) return null;
  const columns = [
    ...["description", "platforms", "repository", "homepage", "license"] as const,
    ...["repository_verified", "repository_verified_at", "repository_verified_url"] as const,
    "verification",
  ] as const;
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, extension[column]])));
}

/** What an act makes of a row. @throws SvcError `conflict` */
function decide(row: Standing, { act, reason, by }: Restricting, now: Date, shown: string) {
  const state = row.taken_down_at === null ? "open" : row.takedown_kind ?? "takedown";
  const refuse = (message: string, hint = "There is nothing to do.") =>
    new SvcError("conflict", `${shown} ${message}`, { hint });
  // What was yanked by the act before, and not by its owners.
  const ours = row.yanked_at === row.taken_down_at;
  switch (act) {
    case "release":
    case "reinstate":
      if (act === "release" && state !== "quarantine") throw refuse("is not in quarantine");
      if (act === "reinstate" && state !== "takedown") throw refuse("is not taken down");
      return {
        ...CLEARED,
        ...(ours ? { yanked_at: null, yank_reason: null } : {}),
      };
    case "quarantine":
    case "takedown": {
      if (state === "takedown") {
        throw refuse(
          "is already taken down",
          `To restore it: npm run admin -- reinstate ${shown}`,
        );
      }
      if (act === "quarantine" && state === "quarantine" && row.takedown_by === by) {
        throw refuse("is already in quarantine", `To end it: npm run admin -- release ${shown}`);
      }
      const at = now.toISOString();
      return {
        taken_down_at: at,
        takedown_reason: reason!.note,
        takedown_kind: act,
        takedown_category: reason!.category ?? null,
        takedown_by: by as RestrictionSource,
        ...(ours ? { yanked_at: at, yank_reason: SAID[act] + reason!.note } : {}),
      };
    }
  }
}

const CLEARED = Object.fromEntries(
  RESTRICTION_COLUMNS.map((column) => [column, null]),
) as Record<keyof RestrictionColumns, null>;

/** How the reason reads for those who see that something was yanked. */
const SAID = {
  quarantine: "In quarantine: ",
  takedown: "Taken down by the operator: ",
} as const;

async function findExtension(trx: Trx, name: string): Promise<ExtensionRow> {
  const row = await trx.selectFrom("extension").selectAll().where("name", "=", name)
    .executeTakeFirst();
  if (row) return row;
  const known = await namesOf(trx);
  throw new SvcError("not_found", `There is no extension '${name}'`, {
    hint: didYouMean(name, known) ?? "Check the name: @collective/name.",
  });
}

async function namesOf(trx: Db): Promise<string[]> {
  return (await trx.selectFrom("extension").select("name").execute()).map(({ name }) => name);
}

async function findVersion(trx: Trx, { id, name }: ExtensionRow, version: string) {
  const row = await trx.selectFrom("extension_version")
    .select(["id", "yanked_at", "takedown_record", ...RESTRICTION_COLUMNS])
    .where("extension_id", "=", id).where("version", "=", version).executeTakeFirst();
  if (row) return row;
  const known = await trx.selectFrom("extension_version").select("version")
    .where("extension_id", "=", id).orderBy("sort_key", "desc").execute();
  throw new SvcError("not_found", `${name} has no version ${version}`, {
    hint: `It has ${known.map((one) => one.version).slice(0, 5).join(", ")}.`,
  });
}
