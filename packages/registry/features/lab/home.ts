import { SvcError } from "@svc/core/error";
import { authorOf } from "../../access/author/author.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Db } from "../../access/store/schema.ts";
import type {} from "../extensions/record/tables.ts";

/** What a new issue is about: an extension, a collective, or the registry itself when both are absent. */
interface About {
  extension?: string | undefined;
  collective?: string | undefined;
}

/**
 * Finds the collective an issue belongs to, as the author may see it. Where the collective hides
 * issues by default, one by anybody who does not administer it starts hidden (spec §2.4).
 *
 * @throws SvcError `not_found` for an extension or collective that is absent or private to the author.
 */
export async function homeOf(db: Db, principal: Principal, about: About) {
  if (about.extension === undefined && about.collective === undefined) {
    return { collectiveId: null, extensionName: null, hidden: false, belongs: false };
  }
  const author = authorOf(principal);
  let query = db.selectFrom("collective").where("collective.deleted_at", "is", null)
    .leftJoin(
      "collective_member as member",
      (join) =>
        join.onRef("member.collective_id", "=", "collective.id")
          .on("member.user_id", "=", author.author_user_id ?? ""),
    )
    .select([
      "collective.id",
      "collective.private",
      "collective.hide_issues_by_default",
      "member.role",
    ]);
  if (about.extension !== undefined) {
    query = query.where(
      "collective.id",
      "=",
      (column) =>
        column.selectFrom("extension").select("extension.collective_id")
          .where("extension.name", "=", about.extension!),
    );
  }
  if (about.collective !== undefined) query = query.where("collective.slug", "=", about.collective);
  const found = await query.executeTakeFirst();
  const own = found !== undefined && author.author_collective_id === found.id;
  if (!found || (found.private === 1 && found.role === null && !own)) throw absent(about);
  const governs = own || found.role === "admin" || found.role === "owner";
  return {
    collectiveId: found.id,
    extensionName: about.extension ?? null,
    hidden: found.hide_issues_by_default === 1 && !governs,
    /** The author belongs to the collective, or is its token. */
    belongs: own || found.role !== null,
  };
}

function absent({ extension, collective }: About): SvcError {
  const what = extension !== undefined ? `extension '${extension}'` : `collective '${collective}'`;
  return new SvcError("not_found", `There is no ${what} here`, {
    hint: "Check the name, or omit it for an issue about the registry itself.",
  });
}
