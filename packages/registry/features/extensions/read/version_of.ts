import { SvcError } from "@svc/core/error";
import type { Db } from "../../../access/store/schema.ts";
import { restricted } from "../../../access/extension/restriction.ts";
import type { VisibleExtension } from "../../../access/extension/visible.ts";
import type { VersionRow } from "../record/tables.ts";
import type { readBy } from "./readable.ts";

/**
 * A version of an extension, yanked or not; in quarantine for its collective and operators.
 *
 * @throws SvcError `not_found`, and what {@link restricted} makes
 */
export async function versionOf(
  db: Db,
  { extension, reviews }: Pick<VisibleExtension, "extension" | "reviews">,
  version: string,
  only: ReturnType<typeof readBy> = (row) => row.lit(true),
): Promise<VersionRow> {
  const row = await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id).where("version", "=", version).where(only)
    .executeTakeFirst();
  if (row !== undefined) {
    if (row.taken_down_at === null) return row;
    if (row.takedown_kind === "quarantine" && await reviews()) return row;
    throw restricted(`${extension.name}@${version}`, row);
  }
  throw new SvcError("not_found", `${extension.name} has no version ${version}`, {
    hint: `Its versions are listed at /extensions/${extension.name}/versions.`,
  });
}
