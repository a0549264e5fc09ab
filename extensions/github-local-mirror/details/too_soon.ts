import type { ServerClock } from "../asking/asking.ts";
import { enqueue } from "../run/queue.ts";
import type { SyncRun } from "../run/sync_run.ts";
import type { SyncState } from "../state/sync_state.ts";

/** The platform's times of change are whole seconds. */
const SECOND_MS = 1000;

/**
 * A second is over by every clock of the platform when so much has passed since it was seen, in
 * milliseconds, also when the server that wrote it is ahead of all others.
 */
const SURELY_OVER_MS = 5_000;

/**
 * Keeps the number of a pull request that was read before the second in which it changed was over. What
 * changes later in that second leaves its time of change the same, and no list tells of it.
 *
 * @param began when its reading began, as {@link readingBegins} told
 */
export function noteReading(
  { state }: Pick<SyncRun, "state">,
  number: number,
  { updatedAt, began }: { updatedAt: string; began: number },
): void {
  const before = state.readTooSoon.find((one) => one.number === number);
  const readAt = before?.updatedAt === updatedAt ? before.readAt : began;
  const tooSoon = began < Date.parse(updatedAt) + SECOND_MS && began < readAt + SURELY_OVER_MS;
  forgetReading(state, number);
  if (tooSoon) state.readTooSoon.push({ number, updatedAt, readAt });
}

/** A time that has passed on the platform: what is asked for from now on is read after it. */
export function readingBegins(
  { asking: { clock } }: { asking: { clock: Pick<ServerClock, "told"> } },
): number {
  return clock.told() ?? Date.now();
}

/** Forgets what was read too soon, for example of a pull request that is gone. */
export function forgetReading(state: SyncState, number: number): void {
  state.readTooSoon = state.readTooSoon.filter((one) => one.number !== number);
}

/** Puts what an earlier sync has read too soon into the queue, unless it stands there. */
export function queueTooSoon(state: SyncState): void {
  const queued = new Set(
    state.queue.filter(({ want }) => want === "details").map(({ number }) => number),
  );
  const open = new Set(state.open.prs);
  for (const { number, updatedAt } of state.readTooSoon) {
    if (queued.has(number)) continue;
    enqueue(state, { number, want: "details", open: open.has(number), updatedAt });
  }
}
