import assert from "node:assert/strict";
import fc from "fast-check";
import { refusal } from "../../runtime/testing/refusal.ts";
import { assertComes, cronTimes } from "./cron.ts";
import { assertTimeZone } from "./zone.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Changes of clocks, by zone: one of 30 minutes, some at midnight, some beside half hours. */
const CHANGES: Record<string, string[]> = {
  "Europe/Berlin": ["2026-03-29T01:00Z", "2026-10-25T01:00Z"],
  "America/New_York": ["2026-03-08T07:00Z", "2026-11-01T06:00Z"],
  "America/St_Johns": ["2026-03-08T05:30Z", "2026-11-01T04:30Z"],
  "Australia/Lord_Howe": ["2026-04-04T15:00Z", "2026-10-03T15:30Z"],
  "America/Santiago": ["2026-04-05T03:00Z", "2026-09-06T04:00Z"],
  "Asia/Kolkata": ["2026-03-29T01:00Z"],
  "UTC": ["2026-03-29T01:00Z"],
};

/** All times in (from, to]. */
function timesIn(expression: string, zone: string, from: Date, to: Date): string[] {
  const times = cronTimes(expression, zone);
  const found: string[] = [];
  for (let at = times.next(from); at !== null && at <= to; at = times.next(at)) {
    found.push(at.toISOString());
  }
  return found;
}

interface Local {
  day: string;
  weekday: number;
  /** Minutes since the last midnight on the clock. */
  minutes: number;
}

/** By zone and time: to ask takes long. */
const seen = new Map<string, Map<number, Local>>();

/** What the clock of a zone shows. */
function clockOf(zone: string): (at: number) => Local {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    dateStyle: "short",
    timeStyle: "short",
  });
  const known = seen.get(zone) ?? new Map<number, Local>();
  seen.set(zone, known);
  return (at) => {
    if (!known.has(at)) {
      const [day, time] = format.format(at).split(", ") as [string, string];
      const [hour, minute] = time.split(":").map(Number) as [number, number];
      const weekday = new Date(`${day}T12:00Z`).getUTCDay();
      known.set(at, { day, weekday, minutes: hour * 60 + minute });
    }
    return known.get(at)!;
  };
}

/** A field: what it takes, and whether it stands for a fixed value. */
interface Field {
  text: string;
  takes(value: number): boolean;
  fixed: boolean;
}

function field(low: number, high: number): fc.Arbitrary<Field> {
  return fc.oneof(
    fc.constant({ text: "*", takes: () => true, fixed: false }),
    fc.integer({ min: 2, max: 20 }).map((step) => ({
      text: `*/${step}`,
      takes: (value: number) => (value - low) % step === 0,
      fixed: false,
    })),
    fc.uniqueArray(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: 3 })
      .map((values) => ({
        text: values.sort((a, b) => a - b).join(),
        takes: (value: number) => values.includes(value),
        fixed: true,
      })),
  );
}

/** Walks through all minutes, one by one. */
function walked(
  { minute, hour, weekday, zone }: { minute: Field; hour: Field; weekday: Field; zone: string },
  from: Date,
  to: Date,
): string[] {
  const clock = clockOf(zone);
  const fixed = minute.fixed && hour.fixed;
  const is = ({ weekday: day, minutes }: Local) =>
    minute.takes(minutes % 60) && hour.takes(Math.floor(minutes / 60)) && weekday.takes(day);
  const shown = new Set<string>();
  const found: string[] = [];
  // From before, so that what the clock has shown before the first minute is known.
  for (let at = from.getTime() - DAY_MS; at <= to.getTime(); at += MINUTE_MS) {
    const [before, now] = [clock(at - MINUTE_MS), clock(at)];
    const again = shown.has(`${now.day} ${now.minutes}`);
    shown.add(`${now.day} ${now.minutes}`);
    if (at <= from.getTime()) continue;
    const left: Local[] = [];
    const expected = (before.minutes + 1) % 1440;
    // Over midnight as well: what is left out belongs to the new day.
    for (let one = expected; !again && one < now.minutes; one++) {
      left.push({ ...now, minutes: one });
    }
    if (fixed ? !again && [...left, now].some(is) : is(now)) found.push(new Date(at).toISOString());
  }
  return found;
}

Deno.test("times are those that a walk through all minutes finds, also where clocks change", () => {
  const cases = fc.record({
    minute: field(0, 59),
    hour: fc.oneof(field(0, 23), field(0, 4)),
    weekday: fc.constantFrom(
      { text: "*", takes: () => true, fixed: true },
      { text: "0", takes: (day: number) => day === 0, fixed: true },
      { text: "1-5", takes: (day: number) => day >= 1 && day <= 5, fixed: true },
    ),
    place: fc.constantFrom(
      ...Object.entries(CHANGES).flatMap(([zone, all]) => all.map((at) => ({ zone, at }))),
    ),
  });
  fc.assert(
    fc.property(cases, ({ minute, hour, weekday, place: { zone, at } }) => {
      const change = new Date(at).getTime();
      const [from, to] = [new Date(change - DAY_MS), new Date(change + DAY_MS)];
      const expression = `${minute.text} ${hour.text} * * ${weekday.text}`;
      assert.deepEqual(
        timesIn(expression, zone, from, to),
        walked({ minute, hour, weekday, zone }, from, to),
        `${expression} in ${zone}`,
      );
    }),
    { numRuns: 100 },
  );
});

const around = (expression: string, zone: string, day: string) =>
  timesIn(expression, zone, new Date(`${day}T00:00Z`), new Date(`${day}T23:59Z`));

Deno.test("a time that does not exist runs once, at the first moment after the gap", () => {
  assert.deepEqual(around("30 2 * * *", "Europe/Berlin", "2026-03-29"), [
    "2026-03-29T01:00:00.000Z",
  ]);
  assert.deepEqual(around("0 2,3 * * *", "America/New_York", "2026-03-08"), [
    "2026-03-08T07:00:00.000Z",
  ]);
  assert.deepEqual(around("15 2 * * *", "Australia/Lord_Howe", "2026-10-03"), [
    "2026-10-03T15:30:00.000Z",
  ]);
});

Deno.test("a time that comes twice runs once, the first time", () => {
  assert.deepEqual(around("30 2 * * *", "Europe/Berlin", "2026-10-25"), [
    "2026-10-25T00:30:00.000Z",
  ]);
  assert.deepEqual(around("30 1 * * *", "America/New_York", "2026-11-01"), [
    "2026-11-01T05:30:00.000Z",
  ]);
  assert.deepEqual(around("45 1 * * *", "Australia/Lord_Howe", "2026-04-04"), [
    "2026-04-04T14:45:00.000Z",
  ]);
});

Deno.test("an expression with a step goes on in real time through the hour that comes twice", () => {
  const times = timesIn(
    "*/30 2 * * *",
    "Europe/Berlin",
    new Date("2026-10-24T23:00Z"),
    new Date("2026-10-25T03:00Z"),
  );
  assert.deepEqual(times.map((time) => time.slice(11, 16)), ["00:00", "00:30", "01:00", "01:30"]);
});

Deno.test("the last time before a moment is found as well, also the moment itself", () => {
  const times = cronTimes("30 2 * * *", "Europe/Berlin");
  const last = (text: string) => times.last(new Date(text))?.toISOString();
  assert.equal(last("2026-03-29T00:59Z"), "2026-03-28T01:30:00.000Z");
  assert.equal(last("2026-03-29T01:00Z"), "2026-03-29T01:00:00.000Z");
  assert.equal(last("2026-10-25T01:30Z"), "2026-10-25T00:30:00.000Z");
});

Deno.test("days of the week, of the month and names of months are those that people know", () => {
  const next = (expression: string) =>
    cronTimes(expression, "Europe/Berlin").next(new Date("2026-11-22T12:00Z"))?.toISOString();
  assert.equal(next("0 3 * * 1-5"), "2026-11-23T02:00:00.000Z");
  assert.equal(next("0 3 * * SAT"), "2026-11-28T02:00:00.000Z");
  assert.equal(next("0 3 1 jan *"), "2027-01-01T02:00:00.000Z");
  assert.equal(next("0 3 29 2 *"), "2028-02-29T02:00:00.000Z");
  assert.equal(next("@daily"), "2026-11-22T23:00:00.000Z");
  assert.equal(next("  0   3 * *\t7 "), "2026-11-29T02:00:00.000Z");
});

Deno.test("what is not an expression is refused, saying why and what is allowed", () => {
  const cases: [string, RegExp][] = [
    ["", /has 0 fields instead of 5/],
    ["0 3 * *", /has 4 fields/],
    ["*/5 * * * * *", /six fields[\s\S]*seconds/],
    ["0 3 * * * * 2027", /has 7 fields/],
    ["61 * * * *", /minute: 61/],
    ["0 24 * * *", /hour/],
    ["0 0 * * 8", /day/i],
    ["5/10 * * * *", /stepping/],
    ["? * * * *", /'\?' is not supported/],
    ["@reboot", /no such name/],
    ["@every 5m", /no such name/],
    ["2026-11-22T10:00:00", /has 1 fields/],
    ["0 3 * * mon\u202e", /characters/],
    [`${"1,".repeat(200)}2 * * * *`, /too long/],
    ["*/0 * * * *", /step/],
  ];
  for (const [expression, why] of cases) {
    assert.throws(
      () => cronTimes(expression, "UTC"),
      refusal("usage", why, /minute \(0-59\), hour/),
      expression,
    );
  }
});

Deno.test("a time that never comes is refused", () => {
  const now = new Date("2026-11-22T12:00Z");
  assert.throws(
    () => assertComes(cronTimes("0 0 30 2 *", "UTC"), "0 0 30 2 *", now),
    refusal("usage", /never matches a date/),
  );
  assertComes(cronTimes("0 0 29 2 *", "UTC"), "0 0 29 2 *", now);
});

Deno.test("time zones have names; the nearest one is named", () => {
  for (const name of ["Europe/Berlin", "UTC", "America/Argentina/Ushuaia", "Asia/Kolkata"]) {
    assertTimeZone(name);
  }
  for (const name of ["", "+02:00", "Europe/Berlni", "Mars/Base", "../etc", "\u202eUTC"]) {
    assert.throws(() => assertTimeZone(name), refusal("usage", /not a time zone/), name);
  }
  assert.throws(() => assertTimeZone("Europe/Berlni"), refusal("usage", /'Europe\/Berlin'/));
});
