import type { Db } from "../../../platform/store/schema.ts";
import type {} from "../record/staged_tables.ts";

/** As a table, `named`: the checksum of each archive that a version, or a staged one that waits, is of. */
export function namedArchives(db: Db) {
  const versions = db.selectFrom("extension_version").select("checksum");
  const staged = db.selectFrom("staged_version").select("checksum").where("state", "=", "staged");
  return db.selectFrom(versions.union(staged).as("named")).select("named.checksum");
}
