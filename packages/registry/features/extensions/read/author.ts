import type { ExtensionAuthor } from "@svc/core/wire";
import type { AuthorColumns } from "../../../access/author/author.ts";
import type { Db } from "../../../access/store/schema.ts";

/**
 * Who published an extension first: a person, or the collective whose token did (spec §5.4). Null
 * once they are gone.
 */
export async function authorOfRecord(
  db: Db,
  { author_user_id, author_collective_id }: AuthorColumns,
): Promise<ExtensionAuthor | null> {
  if (author_user_id !== null) {
    const user = await db.selectFrom("user").select(["username", "name"])
      .where("id", "=", author_user_id).executeTakeFirst();
    if (!user?.username) return null;
    const { username } = user;
    return { kind: "person", username, displayName: user.name || username };
  }
  if (author_collective_id === null) return null;
  const collective = await db.selectFrom("collective").select(["slug", "name"])
    .where("id", "=", author_collective_id).executeTakeFirst();
  if (!collective) return null;
  const { slug, name } = collective;
  return { kind: "collective", username: slug, displayName: name || slug };
}
