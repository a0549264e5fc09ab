import type { Trx } from "../../../access/store/schema.ts";
import type { StagedRow } from "../record/staged_tables.ts";

/**
 * Ends the hold of a name that the operator allows. What was pushed is due to be published; what was
 * staged waits for its approvals.
 *
 * @returns what is due
 */
export async function freeHeld(trx: Trx, name: string, now: Date): Promise<StagedRow[]> {
  const held = trx.updateTable("staged_version").set({ held_for: null })
    .where("extension_name", "=", name).where("state", "=", "staged")
    .where("held_for", "is not", null);
  const due = await held.where("pushed", "=", 1).set({ publish_after: now.toISOString() })
    .returningAll().execute();
  await held.execute();
  return due;
}
