import type { DatabaseSync } from "node:sqlite";
import type { DataOwner } from "../store/folder.ts";

/** The number of a definition in the index, given when it is first asked for. */
export function ownerId(database: DatabaseSync, { type, id }: DataOwner): number {
  const find = database.prepare("SELECT id FROM owner WHERE type = ? AND definition = ?");
  const known = find.get(type, id);
  if (known !== undefined) return known["id"] as number;
  database.prepare("INSERT OR IGNORE INTO owner (type, definition, stamp) VALUES (?, ?, '')")
    .run(type, id);
  return find.get(type, id)!["id"] as number;
}
