import { type ExpressionBuilder, sql } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type {} from "./tables.ts";

/** The version an extension is judged by: the newest stable one, else the newest there is. */
function currentVersion(extension: ExtensionRow): string | null {
  return extension.latest_stable ?? extension.latest_rc ?? extension.latest_beta;
}

/** The same for a query that has a row `extension`. */
export const CURRENT_VERSION = sql<string>`coalesce(
  extension.latest_stable, extension.latest_rc, extension.latest_beta)`;

/** True of the row of {@link currentVersion}; where all are yanked, of the record's own version. */
export function isCurrent(extension: ExtensionRow) {
  const version = currentVersion(extension);
  return (row: ExpressionBuilder<Schema, "extension_version">) =>
    version === null
      ? row("id", "=", extension.record_version_id ?? "")
      : row("version", "=", version);
}
