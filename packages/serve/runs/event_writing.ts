import type { Log } from "@svc/http/log";
import { eventPath, openEventWriter } from "./event_file.ts";
import type { News } from "./news.ts";
import type { RunStreamEvent } from "./run.ts";

/** What writing events takes. */
export interface EventParts {
  /** Folder of the state. */
  folder: string;
  limits: { maxOutputBytes: number };
  now(): Date;
  told: News;
  log: Log;
}

/** Takes the events of one run. */
export interface RunEvents extends Disposable {
  /** Bytes so far. */
  readonly size: number;
  append(event: RunStreamEvent): void;
}

/**
 * Opens the events of a run; whoever follows it gets each. A disk that is full costs events and
 * not the run.
 */
export function eventsOf({ folder, limits, now, told, log }: EventParts, id: string): RunEvents {
  const failed = (error: unknown) => log.error("run.events", { run: id, error: String(error) });
  try {
    const writer = openEventWriter(eventPath(folder, id), {
      limitBytes: limits.maxOutputBytes,
      now,
    });
    return {
      get size() {
        return writer.size;
      },
      append(event) {
        try {
          writer.append(event);
        } catch (error) {
          failed(error);
        }
        told.tell(id);
      },
      [Symbol.dispose]: () => writer[Symbol.dispose](),
    };
  } catch (error) {
    failed(error);
    return { size: 0, append: () => told.tell(id), [Symbol.dispose]: () => {} };
  }
}

/** Writes one event of a run that is not in progress. */
export function appendTo(parts: EventParts, id: string, event: RunStreamEvent): void {
  using events = eventsOf(parts, id);
  events.append(event);
}
