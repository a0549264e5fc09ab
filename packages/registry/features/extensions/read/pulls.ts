import { isSvcError } from "@svc/core/error";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Events } from "../../../platform/events/events.ts";
import type { Log } from "@svc/http/log";
import type { Schema } from "../../../access/store/schema.ts";
import type {} from "../record/tables.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

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

/** How long counts wait to be written together, in milliseconds. */
const DELAY = 5_000;

/** Extensions whose counts are kept while the store is away; those of others are lost. */
const KEPT = 100_000;

/** A counter that writes to the store at most every five seconds, and tries again while it is away. */
export function createPullCounter(db: Kysely<Schema>, events: Events, log: Log): PullCounter {
  let counts = new Map<string, { name: string; pulls: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const count = (id: string, name: string, pulls: number) => {
    if (closed || counts.size >= KEPT && !counts.has(id)) return;
    counts.set(id, { name, pulls: (counts.get(id)?.pulls ?? 0) + pulls });
    timer ??= setTimeout(() => void flush(), DELAY);
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = counts;
    counts = new Map();
    if (batch.size === 0) return;
    try {
      await inTransaction(db, async (trx) => {
        for (const [id, { pulls }] of batch) {
          await trx.updateTable("extension").set({ pull_count: sql`pull_count + ${pulls}` })
            .where("id", "=", id).execute();
        }
      });
    } catch (error) {
      // Where the answer to a commit was lost they are counted twice; they are no invoice.
      const away = isSvcError(error) && !closed;
      log.warn(away ? "pulls.late" : "pulls.lost", { error: String(error) });
      if (away) { for (const [id, { name, pulls }] of batch) count(id, name, pulls); }
      return;
    }
    for (const [extensionId, { name }] of batch) {
      events.emit("extension.changed", { extensionId, name, only: "pulls" });
    }
  };
  let writing = Promise.resolve();
  // One after the other: who closes waits for what is on its way.
  const flush = () => writing = writing.then(write, write);
  return {
    add: (id, name) => count(id, name, 1),
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}
