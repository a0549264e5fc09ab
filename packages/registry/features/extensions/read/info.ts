import { LIMITS } from "@svc/core/limit";
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
  const [shown, author, transferred] = await Promise.all([
    readVerified(services, extension),
    authorOfRecord(services.db, extension),
    readTransfer(services, extension),
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
    ...(transferred === undefined ? {} : { transferred }),
  };
}

/** When an extension changed hands last, while that is worth a mark, and what it was called. */
async function readTransfer({ db, now }: Services, { id, name }: ExtensionRow) {
  const since = new Date(now().getTime() - LIMITS.transferredDays * 24 * 60 * 60_000);
  const row = await db.selectFrom("extension_alias as alias")
    .innerJoin("collective", "collective.id", "alias.collective_id")
    .select(["alias.name", "alias.at", "collective.private", "collective.deleted_at"])
    .where("alias.extension_id", "=", id).where("alias.name", "!=", name)
    .where("alias.at", ">", since.toISOString())
    .orderBy("alias.at", "desc").limit(1).executeTakeFirst();
  if (row === undefined) return undefined;
  const isPublic = row.private === 0 && row.deleted_at === null;
  return { from: isPublic ? row.name : null, at: row.at };
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
