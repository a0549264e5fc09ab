import { SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import type { RunEvent } from "@svc/runtime/run";
import { type EventParts, eventsOf, type RunEvents } from "./event_writing.ts";
import type { RunLimits } from "./limits.ts";
import type { RunObserver } from "./observer.ts";
import type { RunStore } from "./store.ts";
import type { StopReason, Waiting } from "./waiting.ts";
import { type RunSupport, work } from "./work.ts";

/** What doing runs takes. */
export interface WorkParts extends EventParts {
  repository: Repository;
  store: RunStore;
  limits: RunLimits;
  observer?: RunObserver | undefined;
  support: RunSupport;
  log: Log;
  loadRuntime(): Promise<typeof import("./runtime.ts")>;
  /** Called when a run that was in progress has ended. */
  onEnded(): void;
}

/** Begins a run. `ended` settles once its end is in the state, and never rejects. */
export function begin(
  parts: WorkParts,
  item: Waiting,
): { stop(reason: StopReason): void; ended: Promise<void> } {
  const controller = new AbortController();
  let serverStops = false;
  const stopping: Stopping = { signal: controller.signal, serverStops: () => serverStops };
  return {
    stop(reason) {
      serverStops ||= reason.status === "interrupted";
      controller.abort(reason);
    },
    ended: toItsEnd(parts, item, stopping).catch((error) => lost(parts, item, stopping, error)),
  };
}

/** How a run in progress learns that it is to stop. */
interface Stopping {
  signal: AbortSignal;
  /** True when the reason is that the server stops: then nothing waits for the disk any longer. */
  serverStops(): boolean;
}

async function toItsEnd(parts: WorkParts, item: Waiting, stopping: Stopping): Promise<void> {
  const { store, now } = parts;
  const { id } = item;
  const { signal } = stopping;
  // In the state before anything runs: what has begun is never run again.
  if (!await stubbornly(parts, () => store.begin(id, now()), stopping)) return;
  using events = eventsOf(parts, id);
  const row = store.get(id)!;
  parts.observer?.begun(row, item.waitsFor, now());
  const runtime = await parts.loadRuntime();
  const done = () =>
    work({
      ...parts,
      row,
      runtime,
      lockWaitMs: Math.max(item.waitUntil - now().getTime(), parts.limits.patienceMs),
      signal,
      onEvent: listener(parts, id, events),
    });
  const ending = await (parts.observer?.around(row, done) ?? done());
  ending.eventBytes = events.size;
  await stubbornly(parts, () => store.end(id, ending, now()), stopping);
  parts.observer?.ended(row, ending, now());
  events.append({ kind: "ended", status: ending.status });
}

/** Ends a run that could not even be tried: nobody works on it, so that nobody else would. */
async function lost(
  parts: WorkParts,
  { id }: Waiting,
  stopping: Stopping,
  error: unknown,
): Promise<void> {
  parts.log.error("run.lost", { run: id, error: String(error) });
  const refusal = new SvcError("internal", "The run could not be started", {
    hint: "The server's log says more.",
  });
  const ending = { status: "failed", error: refusal.toJSON() } as const;
  await stubbornly(parts, () => parts.store.end(id, ending, parts.now()), stopping);
  parts.observer?.ended(parts.store.get(id)!, ending, parts.now());
}

/** Takes what happens in a run, and notes where its record and log lie how its checks went, and where it comes from. */
function listener({ store, log }: WorkParts, id: string, events: RunEvents) {
  let noted = false;
  const noting = (write: () => void) => {
    try {
      write();
    } catch (error) {
      log.error("run.note", { run: id, error: String(error) });
    }
  };
  return (event: RunEvent) => {
    // The first one: a run within this one has a record of its own.
    if (event.kind === "started" && !noted) {
      noted = true;
      noting(() => store.note(id, event.outputId, event.logFile));
    } else if (event.kind === "checks") noting(() => store.noteChecks(id, event.checks));
    else if (event.kind === "origin") noting(() => store.noteOrigin(id, event.origin));
    events.append(event);
  };
}

const AGAIN_MS = 500;

/** Of so many failures one is in the log, which may be on the same disk: one a minute. */
const LOGGED = 120;

/**
 * Writes to the state, again and again while the disk is full.
 *
 * @returns false when it could not be written before the server stops
 */
async function stubbornly(
  { log, observer }: WorkParts,
  write: () => void,
  { serverStops }: Stopping,
): Promise<boolean> {
  for (let tries = 0;; tries++) {
    try {
      write();
      return true;
    } catch (error) {
      if (tries % LOGGED === 0) log.error("runs.state", { error: String(error) });
      observer?.stateFailed();
      if (serverStops() && tries > 0) return false;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
