import { assertNew, findNamed, type NamedKind } from "../names/refusals.ts";
import { type State, transaction } from "../state/open.ts";
import { assertComes, cronTimes } from "./cron.ts";
import type { Schedule } from "./schedule.ts";
import { openScheduleStore } from "./store.ts";
import { assertTimeZone } from "./zone.ts";
import { assertName } from "../names/name.ts";

/** A schedule that an operator asks for. Behavior, method and inputs have been checked. */
export interface ScheduleOrder extends
  Omit<
    Schedule,
    "id" | "createdAt" | "createdBy" | "decidedUntil" | "missed" | "lastRun" | "paused"
  > {
  /** The operator. */
  by: string;
}

const KIND: NamedKind = { noun: "schedule", command: "svc schedule" };

/**
 * Refuses an invalid name, expression or time zone.
 *
 * @throws SvcError `invalid_name`, `usage`
 */
export function assertSchedulable(
  { name, cron, timeZone }: Pick<ScheduleOrder, "name" | "cron" | "timeZone">,
  now: Date,
): void {
  assertName("schedule", name, "nightly-report");
  assertTimeZone(timeZone);
  assertComes(cronTimes(cron, timeZone), cron, now);
}

/**
 * Adds a schedule, whose first time is the next one.
 *
 * @throws SvcError `invalid_name`, `usage`; `name_taken`; `conflict` when there are too many
 */
export function addSchedule({ database }: State, order: ScheduleOrder, now: Date): Schedule {
  assertSchedulable(order, now);
  return transaction(database, () => {
    const store = openScheduleStore(database);
    assertNew(KIND, store.all(), order.name);
    const time = now.getTime();
    database.prepare(
      `INSERT INTO schedule (id, name, behavior, method, inputs, settings, cron, time_zone, overlap,
        catch_up, created_at, created_by, decided_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      crypto.randomUUID(),
      order.name,
      order.behavior,
      order.method,
      JSON.stringify(order.inputs),
      JSON.stringify(order.settings),
      order.cron.trim().replace(/\s+/g, " "),
      order.timeZone,
      order.overlap,
      order.catchUp ? 1 : 0,
      time,
      order.by,
      time,
    );
    return store.find(order.name)!;
  });
}

/**
 * Removes a schedule. A run of it that waits or is in progress goes on.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export function removeSchedule({ database }: State, name: string): Schedule {
  return transaction(database, () => {
    const schedule = findSchedule({ database }, name);
    database.prepare("DELETE FROM schedule WHERE id = ?").run(schedule.id);
    return schedule;
  });
}

/**
 * Lets nothing come of a schedule's times until it is resumed. A run of it that waits or is in progress
 * goes on. Of one that is paused already, who paused it first stays known.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export function pauseSchedule({ database }: State, name: string, by: string, now: Date): Schedule {
  return transaction(database, () => {
    const { id } = findSchedule({ database }, name);
    database.prepare("INSERT INTO schedule_pause VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
      .run(id, now.getTime(), by);
    return findSchedule({ database }, name);
  });
}

/**
 * Goes on with a paused schedule at its next time: those meanwhile were not missed.
 *
 * @throws SvcError `not_found` naming the nearest
 */
export function resumeSchedule({ database }: State, name: string, now: Date): Schedule {
  return transaction(database, () => {
    const { id, paused } = findSchedule({ database }, name);
    if (paused !== null) {
      database.prepare("DELETE FROM schedule_pause WHERE schedule = ?").run(id);
      openScheduleStore(database).lookFrom(id, now);
    }
    return findSchedule({ database }, name);
  });
}

/** All schedules, in the order of their names. */
export function listSchedules({ database }: Pick<State, "database">): Schedule[] {
  return openScheduleStore(database).all();
}

/**
 * The schedule of a name, of those that are visible.
 *
 * @throws SvcError `not_found` naming the nearest that is visible: what is not is as if it were not there
 */
export function findSchedule(
  state: Pick<State, "database">,
  name: string,
  isVisible?: (schedule: Schedule) => boolean,
): Schedule {
  return findNamed(KIND, listSchedules(state), name, isVisible);
}
