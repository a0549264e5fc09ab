import type { ExtensionInfo } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { restrictionOf } from "../../../access/extension/restriction.ts";
import { isCurrent } from "../record/current_version.ts";
import type { VersionRow } from "../record/tables.ts";
import type { VisibleExtension } from "../../../access/extension/visible.ts";
import { authorOfRecord } from "./author.ts";
import { entryOf } from "./entry.ts";
import { storedList } from "../../../platform/store/list.ts";

/** An extension's whole record. Yanked ones keep it, with `yankedAt` set. */
export async function infoOf(
  services: Services,
  { extension, collective }: VisibleExtension,
): Promise<ExtensionInfo> {
  const [shown, author] = await Promise.all([
    readVerified(services, extension),
    authorOfRecord(services.db, extension),
  ]);
  return {
    ...entryOf(services, extension, collective, shown),
    namespace: `@${collective.slug}`,
    homepageUrl: extension.homepage,
    license: extension.license,
    contentNames: storedList(extension.content_names),
    author,
    yankedAt: extension.yanked_at,
    yankReason: extension.yank_reason,
    deprecatedByUserId: extension.deprecated_by_user_id,
    repositoryVerifiedAt: extension.repository_verified_at,
    dependencies: storedList(extension.dependencies),
    restriction: restrictionOf(extension),
  };
}

/**
 * The version an extension is judged by, which its record is of: the newest stable one, else rc, else
 * beta; when all are yanked, the first of those. Undefined for an extension without versions,
 * or when the operator has taken that one down.
 */
export async function readCurrentVersion(
  { db }: Services,
  extension: ExtensionRow,
): Promise<VersionRow | undefined> {
  return await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id).where(isCurrent(extension))
    .where("taken_down_at", "is", null).executeTakeFirst();
}

/** The column of {@link readCurrentVersion} that an entry needs: descriptors are long. */
async function readVerified({ db }: Services, extension: ExtensionRow) {
  return await db.selectFrom("extension_version").select("verified_by_svc")
    .where("extension_id", "=", extension.id).where(isCurrent(extension)).executeTakeFirst();
}
