import { SvcError } from "@svc/core/error";
import { restricted, RESTRICTION_COLUMNS } from "../../../access/extension/restriction.ts";
import type { RestrictionColumns } from "../../../access/store/extension_table.ts";
import type { Db } from "../../../access/store/schema.ts";
import type {} from "../record/tables.ts";

/** Refusal of a version that is published with other bytes. */
export function versionExists(
  name: string,
  version: string,
  yankedAt: string | null,
): SvcError {
  const how = yankedAt === null ? "is already published" : "was published, and was yanked";
  return new SvcError("version_exists", `${name}@${version} ${how}`, {
    hint: "A published version never changes; raise the version in the manifest and push again.",
  });
}

/** Refusal of a confirmation before which nothing was uploaded. */
export function uploadMissing({ name, version }: { name: string; version: string }): SvcError {
  return new SvcError("upload_missing", `No archive of ${name}@${version} was uploaded`, {
    hint: "Announce the version and upload its archive within 15 minutes before confirming.",
  });
}

/**
 * Makes sure that versions may be pushed to an extension.
 *
 * @throws SvcError `extension_yanked`; what {@link restricted} makes
 */
export function assertOpen(
  name: string,
  row: RestrictionColumns & { yanked_at: string | null; yank_reason: string | null },
): void {
  if (row.taken_down_at !== null) throw restricted(name, row);
  if (row.yanked_at === null) return;
  throw new SvcError(
    "extension_yanked",
    `${name} was yanked${row.yank_reason ? `: ${row.yank_reason}` : ""}`,
    { hint: `Unyank it first: svc extension unyank ${name}` },
  );
}

/** What is stored under a name and version already. */
export async function findPublished(db: Db, name: string, version: string) {
  return await db.selectFrom("extension")
    .leftJoin(
      "extension_version as version",
      (join) =>
        join.onRef("version.extension_id", "=", "extension.id").on("version.version", "=", version),
    )
    .where("extension.name", "=", name)
    .select([
      "extension.id",
      "extension.yanked_at",
      "extension.yank_reason",
      ...RESTRICTION_COLUMNS.map((column) => `extension.${column}` as const),
      "version.checksum",
      "version.yanked_at as version_yanked_at",
    ])
    .executeTakeFirst();
}
