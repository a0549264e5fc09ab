import type { ExtensionInfo } from "@svc/core/wire";
import type { Services } from "../../../access/services.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import type { VisibleExtension } from "../../../access/extension/visible.ts";
import { entryOf } from "./entry.ts";
import { list, shownVersion } from "./parse.ts";

/** An extension's whole record. Yanked ones keep it, with `yankedAt` set. */
export async function infoOf(
  services: Services,
  { extension, collective }: VisibleExtension,
): Promise<ExtensionInfo> {
  const [shown, author] = await Promise.all([
    readScoredVersion(services, extension),
    readAuthor(services, extension.author_user_id),
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
 * The version an extension is judged by: the newest stable one, else the newest there is; when all
 * are yanked, the newest of those. Undefined for an extension without versions.
 */
export async function readShownVersion(
  { db }: Services,
  extension: ExtensionRow,
): Promise<VersionRow | undefined> {
  const version = shownVersion(extension);
  return await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id)
    .$if(version !== null, (query) => query.where("version", "=", version!))
    .orderBy("sort_key", "desc").limit(1).executeTakeFirst();
}

/** The columns of {@link readShownVersion} that a score needs: descriptors are long. */
async function readScoredVersion({ db }: Services, extension: ExtensionRow) {
  const version = shownVersion(extension);
  return await db.selectFrom("extension_version").select(["facts", "trust", "verified_by_svc"])
    .where("extension_id", "=", extension.id)
    .$if(version !== null, (query) => query.where("version", "=", version!))
    .orderBy("sort_key", "desc").limit(1).executeTakeFirst();
}

async function readAuthor({ db }: Services, userId: string | null) {
  if (userId === null) return null;
  const user = await db.selectFrom("user").select(["username", "displayUsername", "name"])
    .where("id", "=", userId).executeTakeFirst();
  if (!user?.username) return null;
  return { username: user.username, displayName: user.name || user.username };
}
