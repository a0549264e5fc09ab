import type { ExtensionInfo } from "@svc/core/wire";
import type { ExpressionBuilder } from "kysely";
import type { Services } from "../../../access/services.ts";
import type { Schema } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import type { VisibleExtension } from "../../../access/extension/visible.ts";
import { authorOfRecord } from "./author.ts";
import { entryOf } from "./entry.ts";
import { list, shownVersion } from "./parse.ts";

/** An extension's whole record. Yanked ones keep it, with `yankedAt` set. */
export async function infoOf(
  services: Services,
  { extension, collective }: VisibleExtension,
): Promise<ExtensionInfo> {
  const [shown, author] = await Promise.all([
    readScoredVersion(services, extension),
    authorOfRecord(services.db, extension),
  ]);
  return {
    ...entryOf(services, extension, collective.slug, shown),
    namespace: `@${collective.slug}`,
    homepageUrl: extension.homepage,
    license: extension.license,
    contentNames: list(extension.content_names),
    author,
    yankedAt: extension.yanked_at,
    yankReason: extension.yank_reason,
    deprecatedByUserId: extension.deprecated_by_user_id,
    repositoryVerifiedAt: extension.repository_verified_at,
    pullCount: extension.pull_count,
    dependencies: list(extension.dependencies),
    isPrivate: collective.private,
  };
}

/**
 * The version an extension is judged by, which its record is of: the newest stable one, else rc, else
 * beta; when all are yanked, the first of those. Undefined for an extension without versions.
 */
export async function readShownVersion(
  { db }: Services,
  extension: ExtensionRow,
): Promise<VersionRow | undefined> {
  return await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id).where(isShown(extension)).executeTakeFirst();
}

/** The columns of {@link readShownVersion} that a score needs: descriptors are long. */
async function readScoredVersion({ db }: Services, extension: ExtensionRow) {
  return await db.selectFrom("extension_version").select(["facts", "trust", "verified_by_svc"])
    .where("extension_id", "=", extension.id).where(isShown(extension)).executeTakeFirst();
}

/** True of the version that is shown; where all are yanked, the record's own. */
function isShown(extension: ExtensionRow) {
  const version = shownVersion(extension);
  return (row: ExpressionBuilder<Schema, "extension_version">) =>
    version === null
      ? row("id", "=", extension.record_version_id ?? "")
      : row("version", "=", version);
}
