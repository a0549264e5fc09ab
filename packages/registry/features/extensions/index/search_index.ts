import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { Kysely } from "kysely";
import type { Schema } from "../../../access/store/schema.ts";
import { type FailureReason, ProcessFailure } from "../../../platform/process/failure.ts";
import { type SearchChanges, searchChanges } from "./changes.ts";
import { indexedAfter, indexedExtensions, READ_AT_ONCE } from "./extensions.ts";
import type { IndexAnswer, IndexRequest } from "./memory/request.ts";
import type { IndexWorker } from "./worker.ts";

/** Full-text search over the extensions of a store. */
export interface SearchIndex {
  /**
   * Finds active extensions as they are when it is asked: what was committed before is found.
   *
   * @throws SvcError `unavailable` when too many wait or the index was lost
   */
  find(request: IndexRequest): Promise<IndexAnswer>;
  /** Reads the store, so that the first search need not wait for that. */
  load(): Promise<void>;
  close(): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    search: SearchIndex;
  }
}

/** What an index is made of. */
export interface SearchIndexOptions {
  db: Kysely<Schema>;
  log: Log;
  /** Starts an index with nothing in it. */
  start: () => IndexWorker;
}

/**
 * An index in memory, read from the store at the first search. Before each search it takes in what
 * has changed in the store since, whoever changed it: a look that finds nothing takes microseconds
 * on SQLite and one round trip on Postgres. Searches that come while one looks share the next look.
 */
export function searchIndex({ db, log, start }: SearchIndexOptions): SearchIndex {
  let held: Held | undefined;
  let looking: Promise<Held> | undefined;
  let next: Promise<Held> | undefined;
  let closed = false;

  async function fill(): Promise<Held> {
    const worker = start();
    const filled: Held = { worker, changes: searchChanges(db), due: [], lost: false };
    held = filled;
    const began = performance.now();
    await filled.changes.begin();
    let [after, count] = [0, 0];
    while (!closed) {
      const extensions = await indexedAfter(db, after);
      if (extensions.length === 0) break;
      await worker.put(extensions);
      after = extensions.at(-1)!.number;
      count += extensions.length;
      await turn();
    }
    if (!closed) await worker.warm();
    log.info("search.loaded", { extensions: count, ms: Math.round(performance.now() - began) });
    return filled;
  }
  async function follow(): Promise<Held> {
    if (held === undefined || held.lost) {
      await fill().catch(async (error) => {
        if (held) await lose(held);
        throw error;
      });
    }
    const one = held!;
    const { worker, changes, due } = one;
    while (!closed) {
      if (due.length === 0) due.push(...await changes.next());
      if (due.length === 0) break;
      const changed = await indexedExtensions(db, due.slice(0, READ_AT_ONCE));
      await worker.put(changed).catch((error) => failed(one, error));
      due.splice(0, READ_AT_ONCE);
      await turn();
    }
    return held!;
  }
  /** The index as the store is now or later. */
  function inStep(): Promise<Held> {
    if (looking === undefined) {
      looking = follow().finally(() => looking = undefined);
      return looking;
    }
    next ??= looking.then(() => {}, () => {}).then(() => {
      next = undefined;
      return inStep();
    });
    return next;
  }
  /** Has an index that has ended made again by the next search; a busy one lives. */
  async function failed(one: Held, error: unknown): Promise<never> {
    if (error instanceof ProcessFailure && error.reason !== "busy") {
      if (!closed && !one.lost) log.error("search.lost", { error: String(error) });
      await lose(one);
    }
    throw error;
  }
  async function lose(one: Held): Promise<void> {
    if (one.lost) return;
    one.lost = true;
    await one.worker.close();
  }
  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw unavailable(new ProcessFailure("closed"));
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProcessFailure)) throw error;
      throw unavailable(closed ? new ProcessFailure("closed", { cause: error }) : error);
    }
  }

  return {
    find: (request) =>
      guarded(async () => {
        const one = await inStep();
        return await one.worker.search(request).catch((error) => failed(one, error));
      }),
    load: () => guarded(async () => void await inStep()),
    async close() {
      closed = true;
      await held?.worker.close();
      await looking?.catch(() => {});
    },
  };
}

interface Held {
  worker: IndexWorker;
  changes: SearchChanges;
  /** Numbers of extensions that have changed and are not taken in yet. */
  due: number[];
  /** It has ended, or does not have all it should. */
  lost: boolean;
}

/** Lets whatever else waits have its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const UNAVAILABLE: Readonly<Record<FailureReason, string>> = {
  busy: "Too many searches wait",
  late: "The search took too long",
  ended: "The search index was lost",
  closed: "The server is stopping",
};

function unavailable(cause: ProcessFailure): SvcError {
  return new SvcError("unavailable", UNAVAILABLE[cause.reason], {
    hint: "Search again in a few seconds.",
    cause,
  });
}
