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
  /** Writes what was counted since; call it before the store closes. */
  flush(): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    pulls: PullCounter;
  }
}

/** How long counts wait to be written together, in milliseconds. */
const DELAY = 5_000;

/** A counter that writes to the store at most every five seconds. */
export function createPullCounter(db: Kysely<Schema>, events: Events, log: Log): PullCounter {
  let counts = new Map<string, { name: string; pulls: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = counts;
    counts = new Map();
    if (batch.size === 0) return;
    await inTransaction(db, async (trx) => {
      for (const [id, { pulls }] of batch) {
        await trx.updateTable("extension").set({ pull_count: sql`pull_count + ${pulls}` })
          .where("id", "=", id).execute();
      }
    });
    for (const [extensionId, { name }] of batch) {
      events.emit("extension.changed", { extensionId, name, only: "pulls" });
    }
  };
  return {
    add(id, name) {
      counts.set(id, { name, pulls: (counts.get(id)?.pulls ?? 0) + 1 });
      timer ??= setTimeout(() => {
        flush().catch((error) => log.warn("pulls.lost", { error: String(error) }));
      }, DELAY);
    },
    flush,
  };
}
