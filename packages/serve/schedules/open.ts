import { lazily } from "@svc/core/module";
import type { Engine, EngineParts, ScheduleCounts } from "./engine.ts";

/** The schedules of a server in progress. */
export interface Schedules extends AsyncDisposable {
  /** How many there are, and what they have done since the server started. */
  counts(): ScheduleCounts & { schedules: number };
}

/** Milliseconds between two looks at the clock, and at what operators have changed. */
const LOOK_MS = 1000;

/**
 * Looks after the schedules of a state until `stopping`, each second. Nothing else is loaded while there
 * are none.
 */
export function openSchedules(parts: EngineParts & { stopping: AbortSignal }): Schedules {
  const { state: { database }, log, stopping } = parts;
  const number = database.prepare("SELECT count(*) AS number FROM schedule");
  const schedules = () => Number(number.get()!["number"]);
  let engine: Engine | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    try {
      if (schedules() === 0) return;
      engine ??= (await lazily<typeof import("./engine.ts")>(import.meta, "./engine.ts"))
        .scheduleEngine(parts);
      if (!stopping.aborted) await engine.tick();
    } catch (error) {
      log.error("schedules.failed", { error: String(error) });
    }
  }

  function wait(): void {
    if (stopping.aborted) return;
    timer = setTimeout(() => {
      looking = look().then(wait);
    }, LOOK_MS);
  }

  function stop(): void {
    clearTimeout(timer);
  }

  stopping.addEventListener("abort", stop, { once: true });
  wait();
  return {
    counts: () => ({
      schedules: schedules(),
      ...engine?.counts ?? { ran: 0, skipped: 0, refused: 0, missed: 0 },
    }),
    async [Symbol.asyncDispose]() {
      stop();
      await looking;
      stop();
    },
  };
}
