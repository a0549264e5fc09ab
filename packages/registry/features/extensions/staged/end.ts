import type { Trx } from "../../../access/store/schema.ts";
import { notify } from "../../notification/notify.ts";
import { releaseArchive } from "../archive/store_archive.ts";
import type { StagedRow } from "../record/staged_tables.ts";

/** Which waiting versions end: one, or all of an extension or a collective. */
export type Ending = { id: string } | { extension_name: string } | { collective_id: string };

/**
 * Ends versions that wait, in the transaction of what ends them, and tells their collective why. Their
 * numbers are free again, and their archives go with the next sweep.
 *
 * @returns those that ended
 */
export async function endStaged(
  trx: Trx,
  which: Ending,
  { state = "rejected", reason, now }: {
    state?: "rejected" | "expired";
    reason: string;
    now: Date;
  },
): Promise<StagedRow[]> {
  const [column, value] = Object.entries(which)[0] as ["id", string];
  const at = now.toISOString();
  const ended = await trx.updateTable("staged_version")
    .set({ state, reason, decided_at: at, publish_after: null })
    .where(column, "=", value).where("state", "=", "staged").returningAll().execute();
  for (const row of ended) {
    await releaseArchive(trx, row.checksum, at);
    await notify(trx, {
      kind: "stage_decided",
      collectiveId: row.collective_id,
      at: now,
      extension: row.extension_name,
      version: row.version,
      staged: row.id,
      text: `${state}: ${reason}`,
    });
  }
  return ended;
}
