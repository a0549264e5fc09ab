import type { Db } from "../../../access/store/schema.ts";
import type { VersionRow } from "../record/tables.ts";

/**
 * The version that a reader compares another one with: the newest before it that is not yanked, else
 * the newest before it.
 */
export async function versionBefore(
  db: Db,
  { extension_id, sort_key }: Pick<VersionRow, "extension_id" | "sort_key">,
): Promise<string | undefined> {
  const row = await db.selectFrom("extension_version").select("version")
    .where("extension_id", "=", extension_id).where("sort_key", "<", sort_key)
    .where("taken_down_at", "is", null)
    .orderBy((of) => of("yanked_at", "is not", null)).orderBy("sort_key", "desc").limit(1)
    .executeTakeFirst();
  return row?.version;
}
