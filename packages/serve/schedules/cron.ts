import { SvcError } from "@svc/core/error";
import { Cron } from "croner";

/** The times of a cron expression in a time zone. */
export interface CronTimes {
  /** The first time after `after`; null when there is none. */
  next(after: Date): Date | null;
  /** The last time up to and with `until`; null when there is none. */
  last(until: Date): Date | null;
}

/** Fields of an expression: minute, hour, day of the month, month, day of the week. */
const FIELDS = 5;

/** Characters of an expression. */
const LONGEST = 200;

/** Names for common expressions. */
const NICKNAMES = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@hourly"];

/**
 * Reads a cron expression of five fields. A minute is the shortest distance between two times: there is
 * no field for seconds.
 *
 * Where clocks are changed, an expression with fixed hours and minutes comes once a day: a time that does
 * not exist at the first moment after the gap, one that comes twice the first time. An expression with
 * `*` or a step in its hours or minutes goes on in real time.
 *
 * @param timeZone as {@linkcode assertTimeZone} takes it
 * @throws SvcError `usage` saying which field is wrong and what is allowed
 */
export function cronTimes(expression: string, timeZone: string): CronTimes {
  const text = expression.trim().replace(/\s+/g, " ");
  assertForm(text);
  let cron: Cron;
  try {
    cron = new Cron(text, {
      timezone: timeZone,
      mode: "5-part",
      fixedTimeRule: "no-wildcard",
      paused: true,
    });
  } catch (error) {
    const words = (error as Error).message.replace(/^CronPattern: /, "");
    throw refused(text, words, HINT);
  }
  return {
    next: (after) => cron.nextRun(after),
    // Those before a moment are meant there.
    last: (until) => cron.previousRuns(1, new Date(until.getTime() + 1000))[0] ?? null,
  };
}

/**
 * Refuses an expression whose time never comes, such as the 30th of February.
 *
 * @throws SvcError `usage`
 */
export function assertComes(times: CronTimes, expression: string, now: Date): void {
  if (times.next(now) !== null) return;
  throw refused(expression, "it never matches a date", HINT);
}

const HINT =
  "Write minute (0-59), hour (0-23), day of the month (1-31), month (1-12 or JAN-DEC) and " +
  "day of the week (0-7 or SUN-SAT), each with * , - and */step: '30 3 * * MON-FRI'. " +
  `Or one of ${NICKNAMES.join(", ")}.`;

function assertForm(text: string): void {
  if (text.length > LONGEST || !/^[\x20-\x7e]*$/.test(text)) {
    throw refused(text, "it is too long or has characters that no expression has", HINT);
  }
  if (text.startsWith("@")) {
    if (NICKNAMES.includes(text.toLowerCase())) return;
    throw refused(text, "there is no such name", HINT);
  }
  const count = text === "" ? 0 : text.split(" ").length;
  if (count === FIELDS + 1) {
    throw refused(
      text,
      "it has six fields",
      `Remove the seconds: the smallest unit is a minute. ${HINT}`,
    );
  }
  if (count !== FIELDS) throw refused(text, `it has ${count} fields instead of ${FIELDS}`, HINT);
  // It would stand for the moment at which the expression is read, another one after each restart.
  if (text.includes("?")) throw refused(text, "'?' is not supported", HINT);
}

function refused(expression: string, why: string, hint: string): SvcError {
  const shown = expression.slice(0, 80).replace(/[^\x20-\x7e]/g, "?");
  return new SvcError("usage", `'${shown}' is not a cron expression: ${why}`, { hint });
}
