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
  const { signal } = controller;
  return {
    stop: (reason) => controller.abort(reason),
    ended: toItsEnd(parts, item, signal).catch((error) =>
      parts.log.error("run.lost", { run: item.id, error: String(error) })
    ),
  };
}

async function toItsEnd(parts: WorkParts, item: Waiting, signal: AbortSignal): Promise<void> {
  const { store, now } = parts;
  const { id } = item;
  // In the state before anything runs: what has begun is never run again.
  if (!await stubbornly(parts, () => store.begin(id, now()), signal)) return;
  using events = eventsOf(parts, id);
  const row = store.get(id)!;
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
  await stubbornly(parts, () => store.end(id, ending, now()), signal);
  parts.observer?.ended(row, ending, now());
  events.append({ kind: "ended", status: ending.status });
}

/** Takes what happens in a run, and notes where its record and log lie. */
function listener({ store, log }: WorkParts, id: string, events: RunEvents) {
  let noted = false;
  return (event: RunEvent) => {
    // The first one: a run within this one has a record of its own.
    if (event.kind === "started" && !noted) {
      noted = true;
      try {
        store.note(id, event.outputId, event.logFile);
      } catch (error) {
        log.error("run.note", { run: id, error: String(error) });
      }
    }
    events.append(event);
  };
}

const AGAIN_MS = 500;

/**
 * Writes to the state, again and again while the disk is full.
 *
 * @returns false when it could not be written before the server stops
 */
async function stubbornly(
  { log }: WorkParts,
  write: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 0;; tries++) {
    try {
      write();
      return true;
    } catch (error) {
      log.error("runs.state", { error: String(error) });
      if (signal.aborted && tries > 0) return false;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
