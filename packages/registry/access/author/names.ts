import type { Db } from "../store/schema.ts";
import type { AuthorColumns } from "./author.ts";

/** Shown where the author no longer exists. Nobody can take this name. */
const NO_AUTHOR = "ghost";

/** Finds the name of each row's author with at most two queries: a username, or a collective's slug. */
export async function authorNames(
  db: Db,
  rows: readonly AuthorColumns[],
): Promise<(row: AuthorColumns) => string> {
  const users = distinct(rows.map((row) => row.author_user_id));
  const collectives = distinct(rows.map((row) => row.author_collective_id));
  const names = new Map<string, string>();
  if (users.length > 0) {
    const found = await db.selectFrom("user").select(["id", "username"]).where("id", "in", users)
      .execute();
    for (const { id, username } of found) if (username !== null) names.set(id, username);
  }
  if (collectives.length > 0) {
    const found = await db.selectFrom("collective").select(["id", "slug"])
      .where("id", "in", collectives).execute();
    for (const { id, slug } of found) names.set(id, slug);
  }
  return (row) => names.get(row.author_user_id ?? row.author_collective_id ?? "") ?? NO_AUTHOR;
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
