import type { Db } from "../../access/store/schema.ts";
import { readHead } from "./head.ts";

/** What is told of the log in numbers. */
export interface LogFigures {
  entries: number;
  /** Events without a place. */
  waiting: number;
  /** Witnesses that have been asked and have not signed the last head. */
  unsigned: number;
}

/** Counts what is told of the log. */
export async function logFigures(db: Db): Promise<LogFigures> {
  const head = await readHead(db);
  const entries = head?.size ?? 0;
  const waiting = await db.selectFrom("log_pending")
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const unsigned = await db.selectFrom("log_witness")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((row) => row.or([row("size", "<", entries), row("cosignature", "is", null)]))
    .executeTakeFirstOrThrow();
  return { entries, waiting: Number(waiting.count), unsigned: Number(unsigned.count) };
}
