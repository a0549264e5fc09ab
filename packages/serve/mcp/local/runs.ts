import { isSvcError, SvcError } from "@svc/core/error";
import type { Repository } from "@svc/runtime/repository";
import { runMethod, type RunOptions } from "@svc/runtime/run";
import type { McpOrder, McpRun, McpRuns } from "../host/host.ts";
import type { RunStreamEvent } from "../../runs/run.ts";

/** Runs that are kept after their end, and events of one. */
const MOST_RUNS = 200;
const MOST_EVENTS = 5000;

/** Runs in progress at a time: each has a process of its own. */
const MOST_AT_WORK = 8;

/** How methods are run here. */
export interface LocalRunOptions
  extends Pick<RunOptions, "initiatedBy" | "reports" | "vaults" | "timeLimitMs"> {
  /**
   * Makes how a run shares its data, until the signal. One for each: of runs at the same time, one that
   * has ended must not give back the locks of the others.
   */
  sharing?: ((signal: AbortSignal) => NonNullable<RunOptions["share"]>) | undefined;
  /** Milliseconds to wait for a behavior that another run holds. */
  lockWaitMs: number;
}

/** The runs of this process. Disposing cancels those in progress and waits until they have ended. */
export interface LocalRuns extends McpRuns, AsyncDisposable {}

interface Entry {
  run: McpRun;
  events: RunStreamEvent[];
  controller: AbortController;
  /** Settled, and replaced, when something has happened. */
  changed: PromiseWithResolvers<void>;
  finished: Promise<void>;
}

/**
 * Runs methods in this process, for the person whose it is. What an agent gives is text: expressions in
 * it would read the person's variables and vaults. Nobody is asked: a missing consent is a refusal.
 */
export function localRuns(repository: Repository, options: LocalRunOptions): LocalRuns {
  const entries = new Map<string, Entry>();
  const atWork = () => [...entries.values()].filter(({ run }) => run.endedAt === null);
  return {
    // deno-lint-ignore require-await
    async start(order) {
      if (atWork().length >= MOST_AT_WORK) throw tooMany();
      const entry = begin(repository, order, options);
      entries.set(entry.run.id, entry);
      forget(entries);
      return entry.run;
    },
    get: (id) => entries.get(id)?.run,
    list: (limit) => [...entries.values()].reverse().slice(0, limit).map(({ run }) => run),
    cancel(id) {
      const entry = entries.get(id);
      entry?.controller.abort();
      return entry?.run;
    },
    events(id, signal) {
      const entry = entries.get(id);
      return entry === undefined ? nothing() : eventsOf(entry, signal);
    },
    async [Symbol.asyncDispose]() {
      const left = atWork();
      for (const { controller } of left) controller.abort();
      await Promise.all(left.map(({ finished }) => finished));
    },
  };
}

function begin(
  repository: Repository,
  order: McpOrder,
  { sharing, ...options }: LocalRunOptions,
): Entry {
  const controller = new AbortController();
  const { behavior, method, inputs } = order;
  const entry: Entry = {
    run: {
      id: crypto.randomUUID(),
      behavior,
      method,
      status: "running",
      startedAt: new Date().toISOString(),
      endedAt: null,
      result: null,
      error: null,
    },
    events: [],
    controller,
    changed: Promise.withResolvers(),
    finished: Promise.resolve(),
  };
  const work = runMethod(repository, {
    ...options,
    ...(sharing === undefined ? {} : { share: sharing(controller.signal) }),
    definition: behavior,
    method,
    inputs,
    foreign: true,
    trigger: "mcp",
    signal: controller.signal,
    onEvent: (event) => happened(entry, event),
  });
  entry.finished = work.then(
    (result) => end(entry, { status: "succeeded", result }),
    (error) => end(entry, failure(error)),
  );
  return entry;
}

function failure(error: unknown): Pick<McpRun, "status" | "error"> {
  const told = isSvcError(error)
    ? error
    : new SvcError("internal", "svc failed on this run", { cause: error });
  return { status: told.code === "cancelled" ? "cancelled" : "failed", error: told.toJSON() };
}

function end(entry: Entry, how: Partial<McpRun> & Pick<McpRun, "status">): void {
  entry.run = { ...entry.run, ...how, endedAt: new Date().toISOString() };
  happened(entry, { kind: "ended", status: how.status });
}

function happened(entry: Entry, event: RunStreamEvent): void {
  const { events, changed } = entry;
  if (events.length < MOST_EVENTS || event.kind === "ended") events.push(event);
  entry.changed = Promise.withResolvers();
  changed.resolve();
}

async function* eventsOf(entry: Entry, signal: AbortSignal): AsyncGenerator<RunStreamEvent> {
  const gone = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => gone.resolve(), { once: true });
  for (let at = 0; !signal.aborted;) {
    const { changed } = entry;
    for (; at < entry.events.length && !signal.aborted; at++) {
      const event = entry.events[at]!;
      yield event;
      if (event.kind === "ended") return;
    }
    if (at === entry.events.length) await Promise.race([changed.promise, gone.promise]);
  }
}

async function* nothing(): AsyncGenerator<RunStreamEvent> {}

/** Forgets the oldest that have ended. */
function forget(entries: Map<string, Entry>): void {
  for (const [id, { run }] of entries) {
    if (entries.size <= MOST_RUNS) return;
    if (run.endedAt !== null) entries.delete(id);
  }
}

function tooMany(): SvcError {
  return new SvcError("rate_limited", `${MOST_AT_WORK} runs are already in progress`, {
    hint: "Wait until one has ended, or cancel it: 'list_runs' lists them.",
  });
}
