import { isSvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Events } from "../../../platform/events/events.ts";
import type { Log } from "@svc/http/log";
import type { Schema } from "../../../access/store/schema.ts";
import type {} from "../record/tables.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { markOf, tookEffect, type TransactionMark } from "../../../platform/store/took_effect.ts";

/** Counts pulls without a write per pull. */
export interface PullCounter {
  add(extensionId: string, name: string): void;
  /** Writes what was counted since, unless the store is away: then it is tried again later. */
  flush(): Promise<void>;
  /** Writes for the last time; what cannot be written is lost. */
  close(): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    pulls: PullCounter;
  }
}

/** How long counts wait unless told otherwise, in milliseconds. */
const DELAY = 5_000;

/** Extensions whose counts are kept while the store is away; those of others are lost. */
const KEPT = 100_000;

/** Counts that are written together. */
interface Batch {
  counts: Map<string, { name: string; pulls: number }>;
  /** Of the transaction that wrote them last, whose answer may have been lost. */
  mark?: TransactionMark | undefined;
}

/**
 * A counter that writes to the store at most every five seconds, and tries again while it is away.
 *
 * @param delay how long counts wait to be written together, and to be written again, in milliseconds
 */
export function createPullCounter(
  db: Kysely<Schema>,
  events: Events,
  log: Log,
  delay: number = DELAY,
): PullCounter {
  let counts: Batch["counts"] = new Map();
  let late: Batch | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = late ?? { counts };
    if (batch.counts.size === 0) return;
    if (late === undefined) counts = new Map();
    try {
      if (!await tookEffect(db, batch.mark)) await writeBatch(db, batch);
    } catch (error) {
      const away = isSvcError(error) && !closed;
      log.warn(away ? "pulls.late" : "pulls.lost", { error: String(error) });
      late = away ? batch : undefined;
      if (away) wait();
      return;
    }
    late = undefined;
    for (const [extensionId, { name }] of batch.counts) {
      events.emit("extension.changed", { extensionId, name, only: "pulls" });
    }
    // What was counted while that was late.
    return await write();
  };
  let writing = Promise.resolve();
  // One after the other: who closes waits for what is on its way.
  const flush = () => writing = writing.then(write, write);
  const wait = () => timer ??= setTimeout(() => void flush(), delay);
  return {
    add(id, name) {
      if (closed || counts.size >= KEPT && !counts.has(id)) return;
      counts.set(id, { name, pulls: (counts.get(id)?.pulls ?? 0) + 1 });
      wait();
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}

async function writeBatch(db: Kysely<Schema>, batch: Batch): Promise<void> {
  await inTransaction(db, async (trx) => {
    batch.mark = await markOf(trx);
    for (const [id, { pulls }] of batch.counts) {
      await trx.updateTable("extension").set({ pull_count: sql`pull_count + ${pulls}` })
        .where("id", "=", id).execute();
    }
  });
}
