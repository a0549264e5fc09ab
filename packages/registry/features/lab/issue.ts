import { SvcError } from "@svc/core/error";
import { isIssueNumber } from "@svc/core/lab";
import type { Selectable } from "kysely";
import type { Db } from "../../access/store/schema.ts";
import type { LabIssueTable } from "./tables.ts";
import type { Viewer } from "./viewer.ts";
import { administeredBy, visibleTo } from "./visibility.ts";

/** An issue as its viewer may see it, and whether they administer it. */
export type SeenIssue = Selectable<LabIssueTable> & { administers: boolean };

/**
 * The issue `number` as `viewer` sees it.
 *
 * @throws SvcError `not_found`, the same for an issue that is hidden and one that never was.
 */
export async function seenIssue(db: Db, viewer: Viewer, number: number): Promise<SeenIssue> {
  const row = isIssueNumber(number)
    ? await db.selectFrom("lab_issue").selectAll("lab_issue")
      .select((where) =>
        where.case().when(administeredBy(viewer)(where)).then(1).else(0).end().as("administers")
      )
      .where("lab_issue.number", "=", number)
      .where(visibleTo(viewer)).executeTakeFirst()
    : undefined;
  if (!row) throw noSuchIssue();
  return { ...row, administers: Number(row.administers) === 1 };
}

/** The one answer for what is not there and what may not be seen. */
export function noSuchIssue(): SvcError {
  return new SvcError("not_found", "There is no such issue", {
    hint: "Check the number; hidden and private issues look the same.",
  });
}
