import type { LogEntries } from "@svc/core/wire";
import type { Selectable } from "kysely";
import type { Principal } from "../../../access/credential/principal.ts";
import { CURRENT_EPOCH } from "../../../access/registry_log/current_epoch.ts";
import type {} from "../../../access/registry_log/tables.ts";
import type { Db, Schema } from "../../../access/store/schema.ts";
import { ownMember } from "../../../access/membership/own_member.ts";

/** An entry with what it commits to. */
export type EntryRow = Pick<
  Selectable<Schema["log_leaf"]>,
  "idx" | "kind" | "entry" | "body" | "salt" | "collective_id"
>;

/** An entry as its reader gets it. */
export type OpenedEntry = LogEntries["entries"][number];

/**
 * Opens what somebody may open, and leaves out the rest: that an entry is about this extension is not
 * told either. Members and tokens open those of their collective; everybody the publications of what is
 * public now. Whether they see what the entries are about is decided before.
 */
export async function openEntries(
  db: Db,
  principal: Principal,
  rows: readonly EntryRow[],
): Promise<OpenedEntry[]> {
  const sealed = rows.filter(({ salt }) => salt !== null && salt !== "");
  const ids = [...new Set(sealed.map((row) => row.collective_id ?? ""))];
  const owners = ids.length === 0 ? [] : await db.selectFrom("collective")
    .leftJoin(
      "collective_member as member",
      ownMember(principal),
    )
    .select(["collective.id", "collective.private", "member.role"])
    .where("collective.id", "in", ids).execute();
  const may = ({ collective_id, kind }: EntryRow) => {
    const owner = owners.find(({ id }) => id === collective_id);
    if (owner === undefined) return false;
    if (owner.role !== null) return true;
    if (principal.kind === "collectiveToken" && principal.collective.id === owner.id) return true;
    return owner.private === 0 && kind === "published";
  };
  return rows.flatMap((row): OpenedEntry[] => {
    if (row.salt === null) return [{ index: row.idx, leaf: base64(row.entry), salt: null }];
    return row.body !== null && may(row)
      ? [{ index: row.idx, leaf: base64(row.body), salt: row.salt }]
      : [];
  });
}

function base64(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

/** The entries of the log of now. */
export function currentEntries(db: Db) {
  return db.selectFrom("log_leaf")
    .select(["idx", "kind", "entry", "body", "salt", "collective_id"])
    .where("epoch", "=", CURRENT_EPOCH);
}
