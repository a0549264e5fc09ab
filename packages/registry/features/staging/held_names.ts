import { SvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { questionAbout } from "../extensions/name/take.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { queueMail } from "../extensions/staged/queue_mail.ts";
import type {} from "../extensions/staged/stage.ts";
import { decideNameIn } from "../operating/names.ts";

/** Held versions that are listed. */
const MOST = 200;

/** The versions whose names wait for an operator, the oldest first. */
export async function listHeld(db: Db) {
  const rows = await db.selectFrom("staged_version")
    .select(["id", "extension_name", "version", "held_for", "manifest", "staged_at"])
    .where("state", "=", "staged").where("held_for", "is not", null)
    .orderBy("staged_at").orderBy("id").limit(MOST).execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.extension_name,
    version: row.version,
    /** The extension people may take it for. */
    heldFor: row.held_for!,
    description: String(JSON.parse(row.manifest).description ?? ""),
    at: row.staged_at,
  }));
}

/**
 * Allows a name, for this collective, permanently: what was pushed under it is published, and what was
 * staged waits for its approvals.
 *
 * @returns the name
 * @throws SvcError `not_found`, `conflict`
 */
export async function allowName(services: Services, id: string, now: Date): Promise<string> {
  return await inTransaction(services.db, async (trx) => {
    const row = await heldOf(trx, id);
    const reason = "allowed on the operator's page";
    const decision = { name: row.extension_name, standing: "free", reason } as const;
    await decideNameIn(trx, services.config, decision, now);
    await services.jobs.add(trx, "staged_publication", id, now);
    await closeQuestion(trx, services, row, "The name was allowed.");
    return row.extension_name;
  });
}

/**
 * Refuses a name to the version that wants it, and tells its collective why.
 *
 * @returns the name
 * @throws SvcError `not_found`, `conflict`
 */
export async function refuseName(
  services: Services,
  id: string,
  note: string,
  now: Date,
): Promise<string> {
  return await inTransaction(services.db, async (trx) => {
    const row = await heldOf(trx, id);
    const reason = `the operator refused the name: ${note}`;
    await endStaged(trx, { id }, { reason, now });
    await queueMail(trx, services, row, now);
    await closeQuestion(trx, services, row, "The name was refused.");
    return row.extension_name;
  });
}

async function heldOf(trx: Db, id: string): Promise<StagedRow> {
  const row = await trx.selectFrom("staged_version").selectAll().where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) {
    throw new SvcError("not_found", "There is no such held version", {
      hint: "The operator's page lists those that wait.",
    });
  }
  if (row.state === "staged" && row.held_for !== null) return row;
  throw new SvcError("conflict", `${row.extension_name} does not wait for you any more`, {
    hint: "It was decided, withdrawn, or its time ran out.",
  });
}

async function closeQuestion(
  trx: Parameters<Services["nameReports"]["close"]>[0],
  { nameReports }: Services,
  { extension_name, held_for }: StagedRow,
  note: string,
): Promise<void> {
  await nameReports.close(trx, { text: questionAbout(extension_name, held_for!), note });
}
