import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import type { Role } from "@svc/core/role";
import { holdsScope } from "@svc/core/scope";
import { isOperator } from "../credential/operator.ts";
import type { Principal } from "../credential/principal.ts";
import type {} from "../store/alias_table.ts";
import type { Db } from "../store/schema.ts";
import { restricted } from "./restriction.ts";
import type { ExtensionRow } from "../store/extension_table.ts";
import { ownMember } from "../membership/own_member.ts";

/** An extension as a caller may see it, with its collective and the caller's role there. */
export interface VisibleExtension {
  extension: ExtensionRow;
  collective: { id: string; slug: string; name: string; private: boolean };
  /** Undefined for outsiders; `member` for the collective's own token. */
  role: Role | undefined;
  /** Whether they see what is in quarantine: its collective and operators do. */
  reviews(): Promise<boolean>;
}

/** The extension of a call whose row changes the one of its `{name}`: there the guard finds it. */
export function extensionOf(call: { extension?: VisibleExtension | undefined }): VisibleExtension {
  if (call.extension === undefined) throw new Error("the row names no extension to change");
  return call.extension;
}

/** The one answer for an extension that is absent or private to others. */
export function noSuchExtension(name: string): SvcError {
  return new SvcError("not_found", `There is no extension '${name}'`, {
    hint: "Check the name; extensions of a private collective are visible to its members only.",
  });
}

/**
 * The extension `name` as the principal sees it. A token sees its collective's private extensions
 * when it may read extensions.
 * One query whatever the outcome, which finds a hidden one as little as an absent one: so its time
 * tells nothing.
 *
 * @param options `deletedToo` also finds public extensions whose collective was deleted, so that
 *   a lockfile can still restore them; `authorized` spares a token that question, when its
 *   right was decided by another scope; `unrestricted` refuses what is in quarantine to everybody;
 *   `told` finds what the operator keeps people from, for an answer that says so and nothing more;
 *   `earlier` looks among the names that extensions had before they were transferred, each of which
 *   is seen as the collective is whose name it is
 * @throws SvcError `not_found`, the same for absent and private; `quarantined`, `taken_down`,
 *   `legally_blocked`
 */
export async function findVisible(
  db: Db,
  principal: Principal,
  name: string,
  options: {
    deletedToo?: boolean;
    authorized?: boolean;
    unrestricted?: boolean;
    told?: boolean;
    earlier?: boolean;
  } = {},
): Promise<VisibleExtension> {
  parseExtensionName(name);
  const alias = db.selectFrom("extension_alias").where("name", "=", name);
  const ownId = principal.kind === "collectiveToken" &&
      (options.authorized || holdsScope(principal.scopes, "extensions:read"))
    ? principal.collective.id
    : "";
  const row = await db.selectFrom("extension")
    .innerJoin(
      "collective",
      (join) =>
        options.earlier
          ? join.on("collective.id", "=", alias.select("collective_id"))
          : join.onRef("collective.id", "=", "extension.collective_id"),
    )
    .leftJoin(
      "collective_member as member",
      ownMember(principal),
    )
    .where((of) =>
      options.earlier
        ? of("extension.id", "=", alias.select("extension_id"))
        : of("extension.name", "=", name)
    )
    .where((of) =>
      of.or([
        of("collective.private", "=", 0),
        of("member.role", "is not", null),
        of("collective.id", "=", ownId),
      ])
    )
    .selectAll("extension")
    .select([
      "collective.id as owner_id",
      "collective.slug as collective_slug",
      "collective.name as collective_name",
      "collective.private as collective_private",
      "collective.deleted_at as collective_deleted_at",
      "member.role as member_role",
    ])
    .executeTakeFirst();
  if (!row) throw noSuchExtension(name);
  const {
    owner_id: id,
    collective_slug: slug,
    collective_name,
    collective_private,
    collective_deleted_at: deletedAt,
    member_role,
    ...extension
  } = row;
  const role = id === ownId ? "member" : member_role ?? undefined;
  const reviews = async () => role !== undefined || await isOperator(db, principal);
  if (extension.taken_down_at !== null && !options.told) {
    const shown = extension.takedown_kind === "quarantine" && !options.unrestricted;
    if (!shown || !await reviews()) throw restricted(name, extension);
  }
  if (deletedAt !== null && (collective_private === 1 || !options.deletedToo)) {
    throw noSuchExtension(name);
  }
  return {
    extension,
    collective: {
      id,
      slug,
      name: collective_name,
      private: collective_private === 1,
    },
    role,
    reviews,
  };
}
