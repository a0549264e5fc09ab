import { type RawBuilder, sql } from "kysely";
import { CURRENT_EPOCH } from "../../../access/registry_log/current_epoch.ts";
import { isLogging, pendingRow } from "../../../access/registry_log/note.ts";
import type { Db } from "../../../access/store/schema.ts";
import { bundleDigest } from "../provenance/digest.ts";
import type {} from "../provenance/tables.ts";
import type {} from "../record/tables.ts";

/** Rows that are written at once: engines bound the values of a statement. */
const ROWS = 500;

/** Which versions are meant, beside the condition. */
interface Which {
  /** Those of private collectives as well, which are sealed. */
  sealed?: boolean;
  /** So many at most, those published first. */
  most?: number;
}

/**
 * Notes that the log is to tell of the publication of versions which it does not tell of yet, where there
 * is a log: those from before it, and those of what was private until now. They come in the order in
 * which they were published.
 *
 * @param condition over `extension`, `version` and `collective`
 * @returns the time of publication of the last of them; undefined for none
 */
export async function noteVersions(
  trx: Db,
  condition: RawBuilder<unknown>,
  { sealed = false, most }: Which = {},
): Promise<string | undefined> {
  if (!await isLogging(trx)) return undefined;
  const told = sql<boolean>`known.kind = 'published' and known.extension_id = extension.id
    and known.version = version.version and (known.salt is null or collective.private = 1)`;
  let query = trx.selectFrom("extension_version as version")
    .innerJoin("extension", "extension.id", "version.extension_id")
    .innerJoin("collective", "collective.id", "extension.collective_id")
    .leftJoin("provenance", "provenance.version_id", "version.id")
    .where(sql<boolean>`${condition}`)
    .where(sql<boolean>`not exists (select 1 from log_pending as known where ${told})`)
    .where(sql<boolean>`not exists (select 1 from log_leaf as known
      where known.epoch = ${CURRENT_EPOCH} and ${told})`)
    .select(["extension.id", "extension.name", "extension.collective_id", "collective.private"])
    .select(["version.version", "version.channel", "version.checksum", "version.published_at"])
    .select("provenance.bundle")
    .orderBy("version.published_at").orderBy("version.sort_key");
  if (!sealed) query = query.where("collective.private", "=", 0);
  if (most !== undefined) query = query.limit(most);
  const versions = await query.execute();
  const rows = versions.map((row) => ({
    ...pendingRow({
      v: 1,
      kind: "published",
      at: row.published_at,
      // The name of now: the one it was published under may be a private collective's.
      subject: row.name,
      version: row.version,
      channel: row.channel as "stable",
      checksum: row.checksum,
      ...(row.bundle === null ? {} : { provenance: bundleDigest(row.bundle) }),
      by: { credential: "registry" },
    }, row.private === 1),
    collective_id: row.collective_id,
    extension_id: row.id,
    version: row.version,
  }));
  for (let at = 0; at < rows.length; at += ROWS) {
    await trx.insertInto("log_pending").values(rows.slice(at, at + ROWS)).execute();
  }
  return versions.at(-1)?.published_at;
}
