import { SvcError } from "@svc/core/error";
import { lockHolder } from "@svc/runtime/repository";
import { begin, type WorkParts } from "./begin.ts";
import { appendTo } from "./event_writing.ts";
import { LOOK_MS } from "./patience.ts";
import { fairQueue } from "./queue.ts";
import { assertRoom, holderOf } from "./room.ts";
import type { RunRow } from "./row.ts";
import type { RunOrder } from "./run.ts";
import type { Ending } from "./store.ts";
import { type AtWork, lockOf, type Waiting, waitingOf } from "./waiting.ts";

/** Has queued runs done, some at once, one a behavior. */
export interface Dispatcher {
  /** True once it has been closed. */
  readonly over: boolean;
  /** Takes a run that is in the state as queued. */
  enqueue(row: RunRow): void;
  /** Begins what can begin. */
  begin(): void;
  /** @throws SvcError `unavailable` */
  assertOpen(): void;
  /** @throws SvcError `lock_timeout`, `rate_limited`, `unavailable` */
  assertRoom(order: RunOrder, behaviorId: string): void;
  cancel(id: string, by: string): void;
  isAtWork(id: string): boolean;
  counts(): { queued: number; running: number };
  close(graceMs: number): Promise<void>;
}

/** Longest time that a timer knows. */
const LONGEST_MS = 2 ** 31 - 1;

/** Nothing waits yet. */
export function dispatcher(parts: WorkParts): Dispatcher {
  const { repository, store, limits, now, log } = parts;
  const queue = fairQueue<Waiting>();
  const waiting = new Map<string, Waiting>();
  const working = new Map<string, AtWork>();
  const atWorkOn = new Map<string, string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let looking: ReturnType<typeof setTimeout> | undefined;
  let closing: Promise<void> | undefined;
  let over = false;

  function leave(item: Waiting): void {
    queue.remove(item.initiatedBy, item);
    waiting.delete(item.id);
    clearTimeout(timers.get(item.id));
    timers.delete(item.id);
  }

  /** Looks again when the wait is over, by the clock of the wall: it may be put back meanwhile. */
  function remind(item: Waiting): void {
    const left = item.waitUntil - now().getTime();
    if (left <= 0) return;
    const look = () => {
      remind(item);
      next();
    };
    timers.set(item.id, setTimeout(look, Math.min(left + 1, LONGEST_MS)));
  }

  /** Ends a run that has not begun. Where that cannot be written, it keeps its place. */
  function refuse(item: Waiting, ending: Ending): void {
    store.end(item.id, ending, now());
    leave(item);
    parts.observer?.ended(store.get(item.id)!, ending, now());
    appendTo(parts, item.id, { kind: "ended", status: ending.status });
  }

  /** Refuses what has waited long enough for a behavior that is still in use. */
  function refuseOverdue(held: (id: string) => string | undefined): void {
    const time = now().getTime();
    for (const item of [...queue.items()]) {
      if (item.waitUntil > time) continue;
      const own = atWorkOn.get(item.behaviorId);
      const holder = own === undefined ? held(item.behaviorId) : `run ${own}`;
      if (holder === undefined) {
        delete item.heldSince;
        continue;
      }
      item.heldSince ??= time;
      if (own === undefined && time - item.heldSince < limits.patienceMs) continue;
      const error = new SvcError(
        "lock_timeout",
        `${item.behavior} was still in use by ${holder} when the wait ended`,
        { hint: "Try again when that has ended, or wait for longer." },
      );
      refuse(item, { status: "failed", error: error.toJSON() });
    }
  }

  function next(): void {
    if (closing !== undefined) return;
    clearTimeout(looking);
    looking = undefined;
    try {
      beginSome();
    } catch (error) {
      log.error("runs.dispatch", { error: String(error) });
      looking ??= setTimeout(next, LOOK_MS);
    }
  }

  function beginSome(): void {
    const holders = new Map<string, string | undefined>();
    const held = (id: string) => {
      if (!holders.has(id)) holders.set(id, lockHolder(repository, lockOf(id)));
      return holders.get(id);
    };
    refuseOverdue(held);
    const mayBegin = ({ behaviorId }: Waiting) =>
      !atWorkOn.has(behaviorId) && held(behaviorId) === undefined;
    while (working.size < limits.maxRuns) {
      const item = queue.take(mayBegin);
      if (item === undefined) break;
      leave(item);
      start(item);
    }
    // What the queue passed over for another process is looked at again; a run that ends looks as well.
    const others = [...holders.values()].some((holder) => holder !== undefined);
    if (others && queue.size > 0) looking = setTimeout(next, LOOK_MS);
  }

  /** How many queued runs have to begin before one of this behavior: others' only while no place is free. */
  function aheadOf(behaviorId: string): number {
    if (working.size >= limits.maxRuns) return queue.size;
    return [...queue.items()].filter((item) => item.behaviorId === behaviorId).length;
  }

  function start(item: Waiting): void {
    const { stop, ended } = begin(parts, item);
    const atWork: AtWork = {
      ...item,
      stop,
      ended: ended.then(() => {
        working.delete(item.id);
        atWorkOn.delete(item.behaviorId);
        // Who looked before saw it in progress, and waits for its last event. There may be none.
        parts.told.tell(item.id);
        parts.onEnded();
        next();
      }),
    };
    working.set(item.id, atWork);
    atWorkOn.set(item.behaviorId, item.id);
  }

  function assertOpen(): void {
    if (closing === undefined) return;
    throw new SvcError("unavailable", "The server stops and accepts no more runs", {
      hint: "Try again once it is back.",
    });
  }

  async function close(graceMs: number): Promise<void> {
    clearTimeout(looking);
    for (const timer of timers.values()) clearTimeout(timer);
    const all = Promise.all([...working.values()].map(({ ended }) => ended));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise((resolve) => timer = setTimeout(resolve, graceMs));
    await Promise.race([all, patience]);
    clearTimeout(timer);
    for (const { stop } of working.values()) {
      stop({ status: "interrupted", message: "The server stopped while the run was in progress" });
    }
    await all;
    over = true;
    parts.told.tellAll();
  }

  return {
    get over() {
      return over;
    },
    enqueue(row) {
      appendTo(parts, row.id, { kind: "queued", position: aheadOf(row.behavior_id) });
      const holder = holderOf(parts, { behaviorId: row.behavior_id, queue, working });
      const item = waitingOf(row, holder === undefined ? "turn" : "behavior");
      // Reported as where a run waits for another process.
      if (holder !== undefined) {
        appendTo(parts, row.id, { kind: "waiting", model: row.behavior, holder });
      }
      waiting.set(item.id, item);
      queue.add(item.initiatedBy, item);
      remind(item);
    },
    begin: next,
    assertOpen,
    assertRoom(order, behaviorId) {
      assertOpen();
      assertRoom(parts, order, { behaviorId, queue, working });
    },
    cancel(id, by) {
      const error = new SvcError("cancelled", `Cancelled by ${by}`);
      const item = waiting.get(id);
      if (item !== undefined) return refuse(item, { status: "cancelled", error: error.toJSON() });
      working.get(id)?.stop({ status: "cancelled", message: error.message });
    },
    isAtWork: (id) => working.has(id),
    counts: () => ({ queued: queue.size, running: working.size }),
    close: (graceMs) => closing ??= close(graceMs),
  };
}
