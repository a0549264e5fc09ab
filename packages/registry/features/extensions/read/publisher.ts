import type { ExtensionAuthor } from "@svc/core/wire";
import type { Db } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import { authorOfRecord } from "./author.ts";

/** Who published one version; null once they are gone. */
export async function publisherOf(
  db: Db,
  { collective_id }: Pick<ExtensionRow, "collective_id">,
  version: Pick<
    VersionRow,
    "published_by_user_id" | "published_by_token_id" | "published_by_run"
  >,
): Promise<ExtensionAuthor | null> {
  return await authorOfRecord(db, {
    author_user_id: version.published_by_user_id,
    author_collective_id: version.published_by_token_id ?? version.published_by_run
      ? collective_id
      : null,
  });
}
