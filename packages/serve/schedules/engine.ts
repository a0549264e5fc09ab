import type { Log } from "@svc/http/log";
import type { Runs } from "../runs/run.ts";
import type { State } from "../state/open.ts";
import { type CronTimes, cronTimes } from "./cron.ts";
import { dueTimes, GRACE_MS, type MissedTimes } from "./due.ts";
import { fire, type Fired } from "./fire.ts";
import type { Schedule } from "./schedule.ts";
import { openScheduleStore } from "./store.ts";

/** What schedules have done since the server started. */
export type ScheduleCounts = Record<"ran" | "skipped" | "refused" | "missed", number>;

/** Starts runs when their time has come. */
export interface Engine {
  /**
   * Looks at the clock once. Only the clock of the wall counts: a machine that slept, a clock that was put
   * forward or back and a server that was down are the same to it.
   */
  tick(): Promise<void>;
  readonly counts: ScheduleCounts;
}

/** What an engine depends on. */
export interface EngineParts {
  state: State;
  runs: Runs;
  log: Log;
  now(): Date;
  /** Hears of each scheduled time that ran, and by how many seconds it was late. */
  ran?(lateSeconds: number): void;
}

/** An engine over the schedules of a state. Each tick sees what operators have changed. */
export function scheduleEngine(
  { state: { database }, runs, log, now, ran = () => {} }: EngineParts,
): Engine {
  const store = openScheduleStore(database);
  const counts: ScheduleCounts = { ran: 0, skipped: 0, refused: 0, missed: 0 };
  const parts = { database, store, runs, log };
  const known = new Map<string, CronTimes>();
  /** By schedule: when it is to be looked at again, as long as nothing was decided on. */
  const waiting = new Map<string, { since: number; next: number }>();

  function timesOf({ cron, timeZone }: Schedule): CronTimes {
    const key = `${cron}\n${timeZone}`;
    const times = known.get(key) ?? cronTimes(cron, timeZone);
    known.set(key, times);
    return times;
  }

  /** The moment from which on times are looked for. */
  function startOf(schedule: Schedule): Date {
    const time = now();
    if (time >= schedule.decidedUntil) return schedule.decidedUntil;
    const ahead = Math.round((schedule.decidedUntil.getTime() - time.getTime()) / 1000);
    log.warn("schedule.clock", { schedule: schedule.name, putBackSeconds: ahead });
    store.lookFrom(schedule.id, time);
    return time;
  }

  function isTime(schedule: Schedule, after: Date): boolean {
    const since = after.getTime();
    let wait = waiting.get(schedule.id);
    if (wait?.since !== since) {
      wait = { since, next: timesOf(schedule).next(after)?.getTime() ?? Infinity };
      waiting.set(schedule.id, wait);
    }
    return wait.next <= now().getTime();
  }

  async function look(schedule: Schedule): Promise<void> {
    if (schedule.paused !== null) return;
    const after = startOf(schedule);
    if (!isTime(schedule, after)) return;
    const { run, missed } = dueTimes(timesOf(schedule), {
      after,
      now: now(),
      isDecided: (at) => store.isDecided(schedule.id, at),
    });
    // To count many takes long, and a server has more to do.
    if (missed !== undefined) await new Promise((resolve) => setTimeout(resolve, 0));
    if (missed !== undefined && !schedule.catchUp) {
      store.miss(schedule.id, missed);
      tellMissed(schedule, missed);
    }
    const together = schedule.catchUp ? missed : undefined;
    const at = run ?? together?.last;
    if (at === undefined) {
      // All that came were decided on before the clock was put back.
      if (missed === undefined) store.lookFrom(schedule.id, new Date(now().getTime() - GRACE_MS));
      return;
    }
    if (store.isDecided(schedule.id, at)) return store.lookFrom(schedule.id, at);
    const fired = await fire(parts, schedule, at, together);
    count(fired);
    if (fired === "ran") ran((now().getTime() - at.getTime()) / 1000);
    if (together !== undefined && fired !== "later" && fired !== "gone") {
      tellMissed(schedule, together);
    }
  }

  function count(fired: Fired): void {
    if (fired !== "later" && fired !== "gone") counts[fired]++;
  }

  function tellMissed({ name, catchUp }: Schedule, { count, more, last }: MissedTimes): void {
    counts.missed += count;
    const fields = { schedule: name, count, more, last: last.toISOString(), caughtUp: catchUp };
    log.warn("schedule.missed", fields);
  }

  return {
    counts,
    async tick() {
      const schedules = store.all();
      for (const schedule of schedules) {
        try {
          await look(schedule);
        } catch (error) {
          log.error("schedule.failed", { schedule: schedule.name, error: String(error) });
        }
      }
      const ids = new Set(schedules.map(({ id }) => id));
      for (const id of waiting.keys()) if (!ids.has(id)) waiting.delete(id);
    },
  };
}
