import { sql } from "kysely";
import type { Services } from "../../../access/services.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { noteVersions } from "./note_versions.ts";

/** Versions of one transaction. */
const MOST = 500;

/** A transaction that began before the log has ended after so many milliseconds. */
const SETTLED = 10 * 60_000;

/**
 * Notes the versions that were published before the log began, in the order of their publication. It
 * may end at any moment and goes on where it was; several servers may do it at once.
 *
 * @returns how many transactions had something to note
 */
export async function backfillLog(
  { db, now, leaving }: Pick<Services, "db" | "now" | "leaving">,
): Promise<number> {
  for (let noted = 0;; noted++) {
    const went = await inTransaction(db, async (trx) => {
      const head = await trx.selectFrom("log_head").select(["epoch", "begun_at", "backfilled"])
        .orderBy("epoch", "desc").limit(1).executeTakeFirst();
      if (head === undefined || head.backfilled === null) return false;
      const from = head.backfilled;
      const last = await noteVersions(trx, sql`version.published_at >= ${from}`, {
        sealed: true,
        most: MOST,
      });
      // What was published just now may not be seen yet: it is looked for again.
      const settled = new Date(now().getTime() - SETTLED).toISOString();
      const upTo = last !== undefined && last < settled ? last : settled;
      const backfilled = last === undefined && upTo > head.begun_at
        ? null
        : upTo > from
        ? upTo
        : from;
      if (backfilled !== from) {
        await trx.updateTable("log_head").set({ backfilled }).where("epoch", "=", head.epoch)
          .where("backfilled", "=", from).execute();
      }
      return last !== undefined;
    });
    if (!went || leaving.signal.aborted) return noted;
  }
}
