import type { Principal } from "../../access/credential/principal.ts";
import { authorOf } from "../../access/author/author.ts";
import type { Db } from "../../access/store/schema.ts";

/** Whose notifications a caller reads: a person's own, or the collective's that the token acts for. */
export interface Inbox {
  kind: "user" | "collective";
  id: string;
}

/** @throws SvcError `not_authenticated` for an anonymous caller. */
export function inboxOf(principal: Principal): Inbox {
  const author = authorOf(principal);
  return author.author_user_id !== null
    ? { kind: "user", id: author.author_user_id }
    : { kind: "collective", id: author.author_collective_id! };
}

/** The collectives whose tokens this inbox is warned about: its own, or those its person governs. */
export async function governed(db: Db, inbox: Inbox): Promise<string[]> {
  if (inbox.kind === "collective") return [inbox.id];
  const rows = await db.selectFrom("collective_member").select("collective_id")
    .where("user_id", "=", inbox.id).where("role", "in", ["admin", "owner"]).execute();
  return rows.map((row) => row.collective_id);
}
