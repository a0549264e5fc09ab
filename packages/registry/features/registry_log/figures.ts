import type { Db } from "../../access/store/schema.ts";
import { readHead } from "./head.ts";

/** Counts what is told of the log. */
export async function logFigures(db: Db) {
  const head = await readHead(db);
  const entries = head?.size ?? 0;
  const waiting = await db.selectFrom("log_pending")
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const unsigned = await db.selectFrom("log_witness")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((row) => row.or([row("size", "<", entries), row("cosignature", "is", null)]))
    .executeTakeFirstOrThrow();
  return {
    entries,
    /** Events without a place. */
    waiting: Number(waiting.count),
    /** Witnesses that have been asked and have not signed the last head. */
    unsigned: Number(unsigned.count),
  };
}
