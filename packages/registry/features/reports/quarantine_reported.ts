import type { Trx } from "../../access/store/schema.ts";
import type { ExtensionRow } from "../../access/store/extension_table.ts";
import { actIn, type Changed, type Ground } from "../operating/takedown.ts";
import type {} from "./tables.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What lets two people's reports quarantine a version until an operator decides. */
const RULE = {
  /** People with an open report of malware, at least. */
  reporters: 2,
  /** How old their accounts must be. */
  accountMs: 30 * DAY_MS,
  /** Within which time they must have reported it. */
  withinMs: DAY_MS,
  /** How young the version must be. */
  versionMs: 14 * DAY_MS,
} as const;

/**
 * Puts the newest version of an extension in quarantine, or the one that is named, when people reported
 * it as malware who did not sign up for that. Once an operator has decided about a version, or nobody
 * has in time, it stays as it is: else two accounts could keep a competitor's away for ever.
 *
 * @returns undefined when nothing was done
 */
export async function quarantineReported(
  trx: Trx,
  ground: Ground,
  extension: ExtensionRow,
  named: string | undefined,
  now: Date,
): Promise<Changed | undefined> {
  const version = await youngVersion(trx, ground, extension, named, now);
  if (version === undefined || await wasDecided(trx, extension.id, version)) return undefined;
  if (await reporters(trx, extension.id, version, now) < RULE.reporters) return undefined;
  return await actIn(trx, ground, { name: extension.name, version }, {
    act: "quarantine",
    by: "reports",
    reason: {
      category: "malware",
      note: "Several people reported it as malware. An operator decides within three days.",
    },
  }, now);
}

async function youngVersion(
  trx: Trx,
  { config }: Ground,
  { id, name, record_version_id }: ExtensionRow,
  named: string | undefined,
  now: Date,
): Promise<string | undefined> {
  // The operator's own extensions carry the Verified badge.
  if (name.startsWith(`@${config.firstParty}/`)) return undefined;
  const row = await trx.selectFrom("extension_version")
    .select(["version", "published_at", "verified_by_svc", "taken_down_at"])
    .where("extension_id", "=", id)
    .where((of) =>
      named === undefined ? of("id", "=", record_version_id) : of("version", "=", named)
    )
    .executeTakeFirst();
  if (row === undefined || row.taken_down_at !== null || row.verified_by_svc === 1) {
    return undefined;
  }
  return now.getTime() - Date.parse(row.published_at) < RULE.versionMs ? row.version : undefined;
}

/** Whether it was in quarantine by reports before; events are kept for longer than it is young. */
async function wasDecided(trx: Trx, extensionId: string, version: string) {
  const events = await trx.selectFrom("audit_event").select("details")
    .where("extension_id", "=", extensionId)
    .where("action", "in", ["quarantined", "released", "reinstated"]).execute();
  return events.some(({ details }) => JSON.parse(details).version === version);
}

/** People behind the open reports: of several accounts with one address, one. */
async function reporters(
  trx: Trx,
  extensionId: string,
  version: string,
  now: Date,
): Promise<number> {
  const rows = await trx.selectFrom("report")
    .innerJoin("user", "user.id", "report.reporter_user_id")
    .select(["user.email", "user.createdAt"])
    .where("report.extension_id", "=", extensionId).where("report.closed_at", "is", null)
    .where("report.category", "=", "malware")
    .where((of) => of.or([of("report.version", "is", null), of("report.version", "=", version)]))
    .where("report.created_at", ">", new Date(now.getTime() - RULE.withinMs).toISOString())
    .execute();
  const old = rows.filter(({ createdAt }) =>
    now.getTime() - new Date(createdAt).getTime() >= RULE.accountMs
  );
  return new Set(old.map(({ email }) => email.toLowerCase())).size;
}
