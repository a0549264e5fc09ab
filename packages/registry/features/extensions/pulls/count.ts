import { isSvcError } from "@svc/core/error";
import { sql } from "kysely";
import type { Events } from "../../../platform/events/events.ts";
import type { Log } from "@svc/http/log";
import type { Principal } from "../../../access/credential/principal.ts";
import type { Db, Trx } from "../../../access/store/schema.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { endFirstSteps } from "./first_steps.ts";
import { weekOf } from "./week.ts";

/** Counts pulls without a write per pull. */
export interface PullCounter {
  add(extension: { id: string; name: string }, caller: Principal): void;
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

/** What counting pulls takes. */
export interface PullCounterOptions {
  db: Db;
  events: Events;
  log: Log;
  now: () => Date;
  /** How long counts wait to be written together, and to be written again, in milliseconds. */
  delay?: number;
}

/** How long counts wait unless told otherwise, in milliseconds. */
const DELAY = 5_000;

/** Counts, and people, that are kept while the store is away; others are lost. */
const KEPT = 100_000;

/** Counts that are written together. */
interface Batch {
  /** By extension and week. */
  counts: Map<string, Count>;
  /** People whose key pulled. */
  people: Set<string>;
}

interface Count {
  id: string;
  name: string;
  week: string;
  pulls: number;
}

/**
 * A counter that writes to the store at most every five seconds, and tries again while it is away. What
 * was committed without an answer is counted twice.
 */
export function createPullCounter(
  { db, events, log, now, delay = DELAY }: PullCounterOptions,
): PullCounter {
  const empty = (): Batch => ({ counts: new Map(), people: new Set() });
  let counted = empty();
  let late: Batch | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = late ?? counted;
    if (batch.counts.size === 0) return;
    if (late === undefined) counted = empty();
    try {
      await writeBatch(db, batch, now());
    } catch (error) {
      const away = isSvcError(error) && !closed;
      log.warn(away ? "pulls.late" : "pulls.lost", { error: String(error) });
      late = away ? batch : undefined;
      if (away) wait();
      return;
    }
    late = undefined;
    for (const { id, name } of batch.counts.values()) {
      events.emit("extension.changed", { extensionId: id, name, only: "pulls" });
    }
    // What was counted while that was late.
    return await write();
  };
  let writing = Promise.resolve();
  // One after the other: who closes waits for what is on its way.
  const flush = () => writing = writing.then(write, write);
  const wait = () => timer ??= setTimeout(() => void flush(), delay);
  return {
    add({ id, name }, caller) {
      if (closed) return;
      const { counts, people } = counted;
      if (caller.kind === "personalKey" && people.size < KEPT) people.add(caller.user.id);
      const week = weekOf(now());
      const key = `${week} ${id}`;
      const count = counts.get(key);
      if (count !== undefined) count.pulls++;
      else if (counts.size < KEPT) counts.set(key, { id, name, week, pulls: 1 });
      wait();
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}

async function writeBatch(db: Db, batch: Batch, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const userId of batch.people) await endFirstSteps(trx, userId, now);
    for (const count of batch.counts.values()) await writeCount(trx, count);
  });
}

async function writeCount(trx: Trx, { id, week, pulls }: Count): Promise<void> {
  await trx.updateTable("extension").set({ pull_count: sql`pull_count + ${pulls}` })
    .where("id", "=", id).execute();
  await trx.insertInto("extension_pulls").values({ extension_id: id, week, pulls })
    .onConflict((conflict) =>
      conflict.columns(["extension_id", "week"])
        .doUpdateSet({ pulls: sql`extension_pulls.pulls + ${pulls}` })
    ).execute();
}
