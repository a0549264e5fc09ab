import { sql } from "kysely";
import type { Db } from "../../../access/store/schema.ts";
import { MOST_CHARACTERS } from "./entry.ts";
import type { IndexedExtension } from "./memory/document.ts";
import { storedList } from "../../../platform/store/list.ts";

/** Extensions that are read at a time: it takes about a millisecond. */
export const READ_AT_ONCE = 50;

/** The extensions of these numbers, as the index takes them. */
export async function indexedExtensions(
  db: Db,
  numbers: readonly number[],
): Promise<IndexedExtension[]> {
  const rows = await extensions(db).where("extension.number", "in", [...numbers]).execute();
  return rows.map(indexed);
}

/** The first extensions whose numbers are above `after`, by number. */
export async function indexedAfter(db: Db, after: number): Promise<IndexedExtension[]> {
  const rows = await extensions(db).where("extension.number", ">", after)
    // Said of both: Postgres would read all entries before it again.
    .where("entry.number", ">", after)
    .orderBy("extension.number").limit(READ_AT_ONCE).execute();
  return rows.map(indexed);
}

function extensions(db: Db) {
  return db.selectFrom("extension")
    .innerJoin("search_entry as entry", "entry.number", "extension.number")
    .innerJoin("collective", "collective.id", "extension.collective_id")
    .select([
      "extension.number",
      "extension.name",
      sql<string>`substr(extension.description, 1, ${sql.lit(MOST_CHARACTERS)})`.as("description"),
      "extension.labels",
      "extension.content_types",
      "extension.platforms",
      "extension.collective_id",
      "extension.latest_stable",
      "extension.latest_rc",
      "extension.latest_beta",
      "extension.pull_count",
      "extension.score",
      "extension.created_at",
      "extension.updated_at",
      "extension.yanked_at",
      "extension.deprecated_at",
      "entry.contents",
      "collective.private",
      "collective.deleted_at",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof extensions>["execute"]>>[number];

function indexed(row: Row): IndexedExtension {
  return {
    number: row.number,
    name: row.name,
    description: row.description,
    labels: storedList(row.labels),
    contents: row.contents === "" ? [] : row.contents.split("\n"),
    contentTypes: storedList(row.content_types),
    platforms: storedList(row.platforms),
    collectiveId: row.collective_id,
    hidden: row.private === 1,
    gone: row.yanked_at !== null || row.deleted_at !== null,
    deprecated: row.deprecated_at !== null,
    channels: (["stable", "rc", "beta"] as const).filter((name) => row[`latest_${name}`] !== null),
    pulls: row.pull_count,
    score: row.score ?? -1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
