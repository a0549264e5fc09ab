import { SvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { takenDown } from "../../../access/extension/visible.ts";
import type { VersionRow } from "../record/tables.ts";

/**
 * A version of an extension, yanked or not.
 *
 * @throws SvcError `not_found`, and what `takenDown` makes for one that the operator has taken down
 */
export async function versionOf(
  db: Kysely<Schema>,
  extension: Pick<ExtensionRow, "id" | "name">,
  version: string,
): Promise<VersionRow> {
  const row = await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id).where("version", "=", version).executeTakeFirst();
  if (row !== undefined) {
    if (row.taken_down_at === null) return row;
    throw takenDown(`${extension.name}@${version}`, row.takedown_reason);
  }
  throw new SvcError("not_found", `${extension.name} has no version ${version}`, {
    hint: `Its versions are listed at /extensions/${extension.name}/versions.`,
  });
}
