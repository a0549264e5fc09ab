import { SvcError } from "@svc/core/error";
import type { Db } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { notify } from "../notification/notify.ts";
import type { ReportLine } from "./schema.ts";
import type {} from "./tables.ts";

/** The reports that are open, or all, the oldest first. */
export async function listReports(
  db: Db,
  { closedToo }: { closedToo: boolean },
): Promise<ReportLine[]> {
  const rows = await db.selectFrom("report")
    .innerJoin("extension", "extension.id", "report.extension_id")
    .leftJoin("user", "user.id", "report.reporter_user_id")
    .select((of) => [
      "report.number",
      "extension.name as extension",
      "report.version",
      "report.category",
      "report.text",
      "user.username as reporter",
      "report.created_at as createdAt",
      "report.closed_at as closedAt",
      "report.note",
      of.selectFrom("report as other").whereRef("other.extension_id", "=", "report.extension_id")
        .where("other.closed_at", "is", null).select((one) => one.fn.countAll().as("count"))
        .as("reporters"),
    ])
    .$if(!closedToo, (open) => open.where("report.closed_at", "is", null))
    .orderBy("report.number").execute();
  return rows.map((row) => ({ ...row, reporters: Number(row.reporters) }));
}

/**
 * Closes a report and tells whoever made it, with the note.
 *
 * @throws SvcError `not_found`; `conflict` when it is closed already
 */
export async function closeReport(db: Db, number: number, note: string, at: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const report = await trx.selectFrom("report")
      .innerJoin("extension", "extension.id", "report.extension_id")
      .select([
        "extension.name",
        "report.reporter_user_id as reporter",
        "report.closed_at as closed",
      ])
      .where("report.number", "=", number).executeTakeFirst();
    if (report === undefined) {
      throw new SvcError("not_found", `There is no report ${number}`, {
        hint: "List them: npm run admin -- reports",
      });
    }
    if (report.closed !== null) {
      throw new SvcError("conflict", `Report ${number} is already closed`, {
        hint: "List all of them: npm run admin -- reports --all",
      });
    }
    await trx.updateTable("report").set({ closed_at: at.toISOString(), note })
      .where("number", "=", number).execute();
    if (report.reporter === null) return;
    const { name: extension, reporter } = report;
    await notify(trx, { kind: "report_closed", users: [reporter], at, extension, text: note });
  });
}
