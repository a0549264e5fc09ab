import { eventPath, readEvents } from "./event_file.ts";
import type { News } from "./news.ts";
import type { NumberedEvent, RunStreamEvent } from "./run.ts";
import type { RunStore } from "./store.ts";

/** Where a follower looks. */
export interface FollowParts {
  /** Folder of the state. */
  folder: string;
  store: RunStore;
  told: News;
  /** True once the server has stopped: nothing more comes. */
  isOver(): boolean;
  /** True for a run that is in progress in this process. */
  isAtWork(id: string): boolean;
}

/**
 * The events of a run behind number `after`, as they come. A follower who waits holds its place and
 * nothing else; one that reads slowly is read for slowly.
 */
export async function* followEvents(
  { folder, store, told, isOver, isAtWork }: FollowParts,
  id: string,
  { after, signal }: { after: number; signal: AbortSignal },
): AsyncGenerator<NumberedEvent> {
  using listening = told.listen(id);
  const wake = () => listening[Symbol.dispose]();
  signal.addEventListener("abort", wake);
  try {
    const place = { offset: 0 };
    let last = 0;
    while (!signal.aborted) {
      const atWork = isAtWork(id);
      const end = store.endOf(id);
      const events = readEvents(eventPath(folder, id), place);
      for (const numbered of events) {
        last = numbered.seq;
        if (last > after && !signal.aborted) yield numbered;
        if (numbered.event.kind === "ended") return;
      }
      if (events.length > 0) continue;
      if (end === undefined || isOver()) return;
      if (end !== "open" && !atWork) {
        // The server was killed before it could write it.
        const event: RunStreamEvent = { kind: "ended", status: end.status };
        if (last + 1 > after) yield { seq: last + 1, at: end.at, event };
        return;
      }
      await listening.heard();
    }
  } finally {
    signal.removeEventListener("abort", wake);
  }
}

/** Settles when a run has ended, when there is none, or with `signal`. */
export async function untilEnded(
  { store, told, isOver }: FollowParts,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  using listening = told.listen(id);
  const wake = () => listening[Symbol.dispose]();
  signal.addEventListener("abort", wake);
  try {
    while (!signal.aborted && !isOver() && store.endOf(id) === "open") await listening.heard();
  } finally {
    signal.removeEventListener("abort", wake);
  }
}
