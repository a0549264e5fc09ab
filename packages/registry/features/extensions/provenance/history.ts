import type { Db } from "../../../access/store/schema.ts";
import type { ProvenanceRow } from "./tables.ts";

/** How far back versions are compared. */
const MOST = 50;

/** A version's statement beside those before it. */
export interface ProvenanceHistory {
  /** Null when the version was published without one. */
  own: ProvenanceRow | null;
  /** Of the version before it; undefined for the first one. */
  before: ProvenanceRow | null | undefined;
  /** How many versions in a row before it the same signed; at most {@link MOST}. */
  same: number;
}

/** A version's statement, and whether who signed it is who signed the versions before it. */
export async function historyOf(
  db: Db,
  version: { id: string; extension_id: string; sort_key: string },
): Promise<ProvenanceHistory> {
  const rows = await db.selectFrom("extension_version")
    .leftJoin("provenance", "provenance.version_id", "extension_version.id")
    .select("extension_version.id").selectAll("provenance")
    .where("extension_id", "=", version.extension_id).where("sort_key", "<=", version.sort_key)
    .orderBy("sort_key", "desc").limit(MOST + 1).execute();
  const [own = null, ...before] = rows.map((row) =>
    row.version_id === null ? null : row as ProvenanceRow
  );
  const changed = before.findIndex((row) => !isSamePublisher(own, row));
  return { own, before: before[0], same: changed < 0 ? before.length : changed };
}

/** True when two statements name the same publisher: by ids that stay when a repository is renamed. */
function isSamePublisher(a: ProvenanceRow | null, b: ProvenanceRow | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind !== b.kind) return false;
  if (a.kind === "key") return a.identity === b.identity;
  return a.issuer === b.issuer && a.workflow === b.workflow &&
    // Where the issuer names no ids, the certificate's name is the identity.
    (a.repository_id === null
      ? a.identity === b.identity && b.repository_id === null
      : a.repository_id === b.repository_id && a.owner_id === b.owner_id);
}
