import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import type { Viewer } from "./viewer.ts";

type IssueExpressions = ExpressionBuilder<Schema, "lab_issue">;

/**
 * Which issues a viewer may see, as one condition that every read of issues carries.
 *
 * The author always; admins always; everybody else only what is neither security nor hidden, and of
 * a private collective only its members. What is not seen is absent.
 */
export function visibleTo(viewer: Viewer) {
  return (where: IssueExpressions): Expression<SqlBool> => {
    const open = where.and([
      where("lab_issue.type", "!=", "security"),
      where("lab_issue.hidden", "=", 0),
    ]);
    const inPublic = where.or([
      where("lab_issue.collective_id", "is", null),
      where.exists(itsPublicCollective(where)),
    ]);
    switch (viewer.kind) {
      case "stranger":
        return where.and([open, inPublic]);
      case "person":
        return where.or([
          where("lab_issue.author_user_id", "=", viewer.userId),
          administeredBy(viewer)(where),
          where.and([
            open,
            where.or([
              inPublic,
              where("lab_issue.collective_id", "in", memberships(where, viewer)),
            ]),
          ]),
        ]);
      case "collective":
        return where.or([
          where("lab_issue.author_collective_id", "=", viewer.collectiveId),
          administeredBy(viewer)(where),
          where.and([
            open,
            where.or([inPublic, where("lab_issue.collective_id", "=", viewer.collectiveId)]),
          ]),
        ]);
    }
  };
}

/**
 * Which issues a viewer administers: those of collectives whose admin or owner they are, and all
 * for an admin of the registry. A token that holds `lab:write` manages its collective's issues, but
 * is not an admin before a security issue, which only people may judge.
 */
export function administeredBy(viewer: Viewer) {
  return (where: IssueExpressions): Expression<SqlBool> => {
    switch (viewer.kind) {
      case "stranger":
        return sql<SqlBool>`1 = 0`;
      case "person":
        return viewer.siteAdmin
          ? sql<SqlBool>`1 = 1`
          : where("lab_issue.collective_id", "in", memberships(where, viewer, ["admin", "owner"]));
      case "collective":
        return viewer.manages
          ? where.and([
            where("lab_issue.collective_id", "=", viewer.collectiveId),
            where("lab_issue.type", "!=", "security"),
          ])
          : sql<SqlBool>`1 = 0`;
    }
  };
}

/** Asked for each issue that is looked at: a list of all public collectives may be far longer. */
function itsPublicCollective(where: IssueExpressions) {
  return where.selectFrom("collective").select("collective.id")
    .whereRef("collective.id", "=", "lab_issue.collective_id")
    .where("collective.private", "=", 0).where("collective.deleted_at", "is", null);
}

function memberships(
  where: IssueExpressions,
  viewer: { userId: string },
  roles?: readonly ("admin" | "owner")[],
) {
  const query = where.selectFrom("collective_member")
    .innerJoin("collective", "collective.id", "collective_member.collective_id")
    .select("collective_member.collective_id")
    .where("collective_member.user_id", "=", viewer.userId)
    .where("collective.deleted_at", "is", null);
  return roles ? query.where("collective_member.role", "in", roles) : query;
}
