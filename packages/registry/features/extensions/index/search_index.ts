import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { Db } from "../../../access/store/schema.ts";
import { type FailureReason, ProcessFailure } from "../../../platform/process/failure.ts";
import { type SearchChanges, searchChanges } from "./changes.ts";
import { indexedAfter, indexedExtensions, READ_AT_ONCE } from "./extensions.ts";
import type { IndexAnswer, IndexRequest } from "./memory/request.ts";
import { pauses } from "./pause.ts";
import type { IndexWorker } from "./worker.ts";

/** Full-text search over the extensions of a store. */
export interface SearchIndex {
  /**
   * Finds active extensions as they are when it is asked: what was committed before is found.
   *
   * @throws SvcError `unavailable` when too many wait or the index was lost; with the seconds after
   *   which to ask again
   */
  find(request: IndexRequest): Promise<IndexAnswer>;
  /** Reads the store, so that the first search need not wait for that. */
  load(): Promise<void>;
  /**
   * True while the index cannot be loaded, or is lost soon after each time it was. Where nobody
   * searches, whoever asks this has it loaded again once its pause is over.
   */
  isFailing(): boolean;
  close(): Promise<void>;
}

declare module "../../../access/services.ts" {
  interface Services {
    search: SearchIndex;
  }
}

/** What an index is made of. */
export interface SearchIndexOptions {
  db: Db;
  log: Log;
  /** Starts an index with nothing in it. */
  start: () => IndexWorker;
  /** A clock that never goes back, in milliseconds; the system's unless told otherwise. */
  elapsed?: () => number;
}

/**
 * An index in memory, read from the store at the first search. Before each search it takes in what
 * has changed in the store since, whoever changed it: a look that finds nothing takes microseconds
 * on SQLite and one round trip on Postgres. Searches that come while one looks share the next look.
 *
 * An index that is lost is made again by the next search, one at a time; lost soon again, after a
 * pause, in which searches are refused, by the next search or question whether it fails.
 */
export function searchIndex(
  { db, log, start, elapsed = () => performance.now() }: SearchIndexOptions,
): SearchIndex {
  const pausing = pauses(elapsed);
  let held: Held | undefined;
  let looking: Promise<Held> | undefined;
  let next: Promise<Held> | undefined;
  let closed = false;

  async function fill(): Promise<Held> {
    const changes = searchChanges(db);
    // Before anything is started: a store that does not answer is no fault of the index.
    await changes.begin();
    if (closed) throw new ProcessFailure("closed");
    const worker = start();
    const began = elapsed();
    const filled: Held = { worker, changes, due: [], lost: false, loadedAt: undefined };
    held = filled;
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
    filled.loadedAt = elapsed();
    log.info("search.loaded", { extensions: count, ms: Math.round(elapsed() - began) });
    return filled;
  }
  async function follow(): Promise<Held> {
    if (held === undefined || held.lost) {
      if (pausing.leftMs() > 0) throw new ProcessFailure("ended");
      await fill().catch(async (error) => {
        if (held) await lose(held, error);
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
    if (error instanceof ProcessFailure && error.reason !== "busy") await lose(one, error);
    throw error;
  }
  async function lose(one: Held, error: unknown): Promise<void> {
    if (one.lost) return;
    one.lost = true;
    if (!closed) {
      const pauseMs = pausing.lost(one.loadedAt === undefined ? 0 : elapsed() - one.loadedAt);
      log.error("search.lost", { error: String(error), losses: pausing.losses(), pauseMs });
    }
    await one.worker.close();
  }
  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw unavailable(new ProcessFailure("closed"));
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProcessFailure)) throw error;
      if (closed) throw unavailable(new ProcessFailure("closed", { cause: error }));
      throw unavailable(error, pausing.leftMs());
    }
  }

  return {
    find: (request) =>
      guarded(async () => {
        const one = await inStep();
        return await one.worker.search(request).catch((error) => failed(one, error));
      }),
    load: () => guarded(async () => void await inStep()),
    isFailing() {
      if (pausing.losses() < 2 || held?.lost === false && held.loadedAt !== undefined) return false;
      if (!closed && looking === undefined && pausing.leftMs() === 0) inStep().catch(() => {});
      return true;
    },
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
  /** When it had read the store, by the clock of the index. */
  loadedAt: number | undefined;
}

/** Lets whatever else waits have its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const UNAVAILABLE: Readonly<Record<FailureReason, string>> = {
  busy: "Too many searches are waiting",
  late: "The search took too long",
  ended: "The search index was lost",
  closed: "The server is stopping",
};

function unavailable(cause: ProcessFailure, afterMs = 0): SvcError {
  const seconds = Math.max(1, Math.ceil(afterMs / 1000));
  return new SvcError("unavailable", UNAVAILABLE[cause.reason], {
    hint: seconds === 1 ? "Search again in a few seconds." : `Search again in ${seconds} seconds.`,
    details: [{ path: "retry-after", message: String(seconds) }],
    cause,
  });
}
