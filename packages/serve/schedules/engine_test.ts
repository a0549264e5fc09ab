import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { createLog } from "@svc/http/log";
import { RUN_TABLES } from "../runs/tables.ts";
import { temporaryState } from "../testing/temporary_state.ts";
import { notedRuns } from "../testing/noted_runs.ts";
import { scheduleEngine } from "./engine.ts";
import {
  addSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  type ScheduleOrder,
} from "./operator.ts";
import { SCHEDULE_TABLES } from "./store.ts";
import type { ScheduleView } from "../answers/schedule.ts";
import { scheduleList } from "./view.ts";

const TABLES = [...RUN_TABLES, ...SCHEDULE_TABLES];

/** An engine whose clock a test sets. */
async function workshop(begin = "2026-11-22T00:00:30Z") {
  const stack = new AsyncDisposableStack();
  const kept = stack.use(await temporaryState(TABLES));
  const { state } = kept;
  const runs = notedRuns(state);
  const lines: Record<string, unknown>[] = [];
  let time = new Date(begin);
  const log = createLog("json", () => time, (line) => lines.push(JSON.parse(line)));
  const late: number[] = [];
  const parts = { state, runs, log, now: () => time, ran: (by: number) => late.push(by) };
  let engine = scheduleEngine(parts);
  const add = (more: Partial<ScheduleOrder> = {}) =>
    addSchedule(state, {
      name: "nightly",
      behavior: "hello",
      method: "greet",
      inputs: {},
      settings: {},
      cron: "*/10 * * * *",
      timeZone: "UTC",
      overlap: "skip",
      catchUp: false,
      by: "ada@builder",
      ...more,
    }, time);
  const at = async (clock: string) => {
    time = new Date(clock.length === 5 ? `2026-11-22T${clock}:00Z` : clock);
    await engine.tick();
  };
  return {
    state,
    kept,
    runs,
    lines,
    /** By how many seconds each run was late. */
    late,
    add,
    /** Sets the clock and lets the engine look at it. */
    at,
    /** Sets the clock to each minute of a span. */
    async through(from: string, to: string) {
      const end = new Date(`2026-11-22T${to}:00Z`).getTime();
      for (let at = new Date(`2026-11-22T${from}:00Z`).getTime(); at <= end; at += 60_000) {
        time = new Date(at);
        await engine.tick();
      }
    },
    /** What ends with a process is gone. */
    restart() {
      engine = scheduleEngine(parts);
    },
    view: (): ScheduleView => scheduleList(state, { runOf: (id) => runs.get(id), now: time })[0]!,
    /** The times at which there is a run. */
    ran: () =>
      state.database.prepare("SELECT at FROM schedule_time WHERE outcome = 'ran' ORDER BY at").all()
        .map(({ at }) => new Date(Number(at)).toISOString().slice(11, 16)),
    events: () => lines.map(({ event }) => event),
    /** Ends what is queued, so that the next time is not left out. */
    endAll: () => state.database.exec("UPDATE runs SET status = 'succeeded'"),
    engine: () => engine,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a run is asked for at each time, once, as the schedule", async () => {
  await using shop = await workshop();
  shop.add({ inputs: { name: "${{ env.WHO }}" }, settings: { timeoutMs: 5000 } });
  await shop.at("00:01");
  assert.deepEqual(shop.ran(), []);
  await shop.at("2026-11-22T00:09:59.999Z");
  assert.deepEqual(shop.ran(), []);
  await shop.at("00:10");
  await shop.at("00:10");
  await shop.at("2026-11-22T00:10:59Z");
  assert.deepEqual(shop.ran(), ["00:10"]);
  assert.deepEqual(shop.runs.orders, [{
    behavior: "hello",
    method: "greet",
    inputs: { name: "${{ env.WHO }}" },
    settings: { timeoutMs: 5000 },
    trigger: "schedule",
    initiatedBy: "schedule:nightly",
    waitMs: 3_600_000,
  }]);
  shop.endAll();
  await shop.at("00:20");
  assert.deepEqual(shop.ran(), ["00:10", "00:20"]);
  assert.equal(shop.view().nextRun, "2026-11-22T00:30:00.000Z");
});

Deno.test("a schedule that an operator adds or removes in another process counts from the next look", async () => {
  await using shop = await workshop();
  await shop.at("00:01");
  const other = shop.kept.again();
  shop.add();
  await shop.at("00:10");
  assert.deepEqual(shop.ran(), ["00:10"]);
  removeSchedule(other, "nightly");
  await shop.at("00:20");
  assert.equal(shop.runs.orders.length, 1);
});

Deno.test("of a paused schedule nothing comes, also after a restart, and none of its times counts as missed", async () => {
  await using shop = await workshop();
  shop.add({ catchUp: true });
  await shop.at("00:10");
  pauseSchedule(shop.kept.again(), "nightly", "user:ada", new Date("2026-11-22T00:11:00Z"));
  pauseSchedule(shop.state, "nightly", "user:bea", new Date("2026-11-22T00:12:00Z"));
  await shop.at("00:20");
  shop.restart();
  await shop.at("01:30");
  const { paused, nextRun, nextRuns } = shop.view();
  assert.deepEqual(paused, { at: "2026-11-22T00:11:00.000Z", by: "user:ada" });
  assert.deepEqual([nextRun, nextRuns], [null, []]);
  assert.equal(shop.runs.orders.length, 1);
  resumeSchedule(shop.state, "nightly", new Date("2026-11-22T01:35:00Z"));
  await shop.at("01:36");
  assert.equal(shop.runs.orders.length, 1);
  assert.deepEqual([shop.view().paused, shop.view().missed], [null, null]);
  assert.deepEqual(
    shop.view().nextRuns.map((at) => at.slice(11, 16)),
    ["01:40", "01:50", "02:00", "02:10", "02:20"],
  );
  shop.runs.become(shop.view().lastRun!.id, "succeeded");
  await shop.at("01:40");
  assert.equal(shop.runs.orders.length, 2);
  removeSchedule(shop.state, "nightly");
  shop.add();
  assert.equal(shop.view().paused, null);
});

Deno.test("a schedule of the same name is another one", async () => {
  await using shop = await workshop();
  shop.add();
  await shop.at("00:10");
  removeSchedule(shop.state, "nightly");
  shop.add({ cron: "11 0 * * *", method: "other" });
  await shop.at("00:11");
  assert.deepEqual(shop.runs.orders.map(({ method }) => method), ["greet", "other"]);
});

Deno.test("how late a run is asked for is told, also after a queue that was full, and of none that was left out", async () => {
  await using shop = await workshop();
  shop.add();
  await shop.at("2026-11-22T00:10:00.500Z");
  await shop.at("00:20");
  shop.endAll();
  shop.runs.refusal = new SvcError("rate_limited", "The queue is full");
  await shop.at("00:30");
  shop.runs.refusal = null;
  await shop.at("2026-11-22T00:30:20Z");
  assert.deepEqual(shop.ran(), ["00:10", "00:30"]);
  assert.deepEqual(shop.late, [0.5, 20]);
});

Deno.test("a server that is back within a minute runs the time it was not there for", async () => {
  await using shop = await workshop();
  shop.add();
  shop.restart();
  await shop.at("2026-11-22T00:10:59Z");
  assert.deepEqual(shop.ran(), ["00:10"]);
  assert.equal(shop.view().missed, null);
});

Deno.test("times of a longer absence are missed, counted and said, not run one by one", async () => {
  await using shop = await workshop();
  shop.add();
  shop.restart();
  await shop.at("00:45");
  assert.deepEqual(shop.ran(), []);
  assert.deepEqual(shop.view().missed, {
    count: 4,
    more: false,
    last: "2026-11-22T00:40:00.000Z",
  });
  assert.deepEqual(shop.events(), ["schedule.missed"]);
  await shop.at("00:46");
  assert.deepEqual(shop.events(), ["schedule.missed"], "said once");
  await shop.at("00:50");
  assert.deepEqual(shop.ran(), ["00:50"]);
  shop.endAll();
  await shop.at("01:20");
  assert.deepEqual(shop.ran(), ["00:50", "01:20"]);
  assert.equal(shop.view().missed?.count, 6, "those before stay known");
});

Deno.test("exactly a minute late is too late, a millisecond less is not", async () => {
  for (const [clock, ran] of [["00:11:00.000", []], ["00:10:59.999", ["00:10"]]] as const) {
    await using shop = await workshop();
    shop.add();
    await shop.at(`2026-11-22T${clock}Z`);
    assert.deepEqual(shop.ran(), ran);
  }
});

Deno.test("with catch-up, one run stands for all that were missed", async () => {
  await using shop = await workshop();
  shop.add({ catchUp: true });
  await shop.at("00:45");
  assert.deepEqual(shop.ran(), ["00:40"]);
  assert.equal(shop.view().missed?.count, 4);
  shop.endAll();
  await shop.at("01:10");
  assert.deepEqual(shop.ran(), ["00:40", "01:10"], "the one that is due stands for them as well");
  assert.equal(shop.view().missed?.count, 6);
});

Deno.test("a missed time of long ago is not counted to the end", async () => {
  await using shop = await workshop();
  shop.add({ cron: "* * * * *" });
  await shop.at("2027-11-22T00:00:30Z");
  assert.deepEqual(shop.ran().length, 1);
  assert.deepEqual(shop.view().missed, {
    count: 1000,
    more: true,
    last: "2027-11-21T23:59:00.000Z",
  });
});

Deno.test("a time whose run before is not over is skipped and said", async () => {
  await using shop = await workshop();
  shop.add();
  await shop.at("00:10");
  await shop.at("00:20");
  const { lastRun, lastSkipped } = shop.view();
  assert.equal(lastSkipped?.at, "2026-11-22T00:20:00.000Z");
  assert.equal(lastSkipped.why, `run ${lastRun!.id} still waits`);
  shop.runs.become(lastRun!.id, "running");
  await shop.at("00:30");
  assert.equal(shop.view().lastSkipped?.why, `run ${lastRun!.id} is still in progress`);
  shop.endAll();
  await shop.at("00:40");
  assert.deepEqual(shop.ran(), ["00:10", "00:40"]);
  assert.deepEqual(shop.engine().counts, { ran: 2, skipped: 2, refused: 0, missed: 0 });
});

Deno.test("with a queue of one, a run waits for the one before it and no second one does", async () => {
  await using shop = await workshop();
  shop.add({ overlap: "queue" });
  await shop.at("00:10");
  shop.runs.become(shop.view().lastRun!.id, "running");
  await shop.at("00:20");
  await shop.at("00:30");
  assert.deepEqual(shop.ran(), ["00:10", "00:20"]);
  assert.match(shop.view().lastSkipped!.why, /still waits/);
});

Deno.test("a clock that is put back runs no time again, and goes on with the next one", async () => {
  await using shop = await workshop();
  shop.add();
  for (const clock of ["00:10", "00:20", "00:30"]) {
    await shop.at(clock);
    shop.endAll();
  }
  await shop.through("00:05", "00:45");
  assert.deepEqual(shop.ran(), ["00:10", "00:20", "00:30", "00:40"]);
  assert.equal(shop.view().missed, null);
});

Deno.test("a clock that is put back by a second right after a time does not run it again", async () => {
  await using shop = await workshop();
  shop.add();
  await shop.at("2026-11-22T00:10:00.100Z");
  shop.endAll();
  await shop.at("2026-11-22T00:09:59.900Z");
  await shop.at("00:10");
  assert.deepEqual(shop.ran(), ["00:10"]);
});

Deno.test("a clock that was a year ahead for a while does not stop the schedule for a year", async () => {
  await using shop = await workshop();
  shop.add();
  await shop.at("2027-11-22T00:00:30Z");
  shop.endAll();
  await shop.at("00:09");
  await shop.at("00:10");
  assert.deepEqual(shop.ran(), ["00:10", "00:00"], "that of this year, and that of the next");
  assert.ok(shop.events().includes("schedule.clock"));
});

Deno.test("a clock put back and then a long sleep does not count what ran as missed", async () => {
  await using shop = await workshop();
  shop.add();
  for (const clock of ["00:10", "00:20", "00:30"]) {
    await shop.at(clock);
    shop.endAll();
  }
  await shop.at("00:05");
  await shop.at("00:39");
  assert.equal(shop.view().missed, null);
  await shop.at("00:40");
  assert.deepEqual(shop.ran(), ["00:10", "00:20", "00:30", "00:40"]);
});

Deno.test("a full queue and a server that stops are tried again for a minute; then it is missed", async () => {
  await using shop = await workshop();
  shop.add();
  shop.runs.refusal = new SvcError("rate_limited", "The queue is full");
  await shop.at("00:10");
  assert.deepEqual([shop.ran(), shop.view().lastRefused], [[], null]);
  shop.runs.refusal = null;
  await shop.at("2026-11-22T00:10:30Z");
  assert.deepEqual(shop.ran(), ["00:10"]);
  shop.endAll();
  shop.runs.refusal = new SvcError("unavailable", "The server stops");
  await shop.at("00:20");
  shop.restart();
  shop.runs.refusal = null;
  await shop.at("00:21");
  assert.deepEqual(shop.ran(), ["00:10"]);
  assert.equal(shop.view().missed?.count, 1);
});

Deno.test("what could never run is refused with its reason, and the next time is tried", async () => {
  await using shop = await workshop();
  shop.add();
  shop.runs.refusal = new SvcError("consent_required", "Nobody agreed to that");
  await shop.at("00:10");
  await shop.at("2026-11-22T00:10:01Z");
  assert.deepEqual(shop.view().lastRefused, {
    at: "2026-11-22T00:10:00.000Z",
    why: "consent_required: Nobody agreed to that",
  });
  assert.deepEqual(shop.events(), ["schedule.refused"]);
  shop.runs.refusal = null;
  await shop.at("00:20");
  assert.deepEqual(shop.ran(), ["00:20"]);
});

Deno.test("a schedule that is removed while its run is asked for does not run", async () => {
  await using shop = await workshop();
  shop.add();
  const looking = shop.at("00:10");
  removeSchedule(shop.state, "nightly");
  await looking;
  assert.equal(shop.runs.orders.length, 0);
  assert.equal(shop.state.database.prepare("SELECT * FROM runs").all().length, 0);
  assert.deepEqual(shop.events(), []);
});

Deno.test("one schedule that fails does not hold up the others", async () => {
  await using shop = await workshop();
  shop.add({ name: "broken" });
  shop.add({ name: "sound" });
  shop.state.database.exec("UPDATE schedule SET time_zone = 'Gone/Zone' WHERE name = 'broken'");
  await shop.at("00:10");
  assert.deepEqual(shop.runs.orders.map(({ initiatedBy }) => initiatedBy), ["schedule:sound"]);
  assert.ok(shop.events().includes("schedule.failed"));
});

Deno.test("a night in which clocks change has one nightly run", async () => {
  for (const day of ["2026-03-29", "2026-10-25"]) {
    await using shop = await workshop(`${day}T00:00:00Z`);
    shop.add({ cron: "30 2 * * *", timeZone: "Europe/Berlin" });
    for (let at = new Date(`${day}T00:00Z`).getTime(), end = at + 6 * 3_600_000; at < end;) {
      at += 60_000;
      await shop.at(new Date(at).toISOString());
      shop.endAll();
    }
    assert.equal(shop.ran().length, 1, day);
  }
});
