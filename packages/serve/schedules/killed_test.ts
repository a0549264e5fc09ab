import assert from "node:assert/strict";
import { RUN_TABLES } from "../runs/tables.ts";
import { temporaryState } from "../testing/temporary_state.ts";
import { addSchedule, listSchedules } from "./operator.ts";
import { SCHEDULE_TABLES } from "./store.ts";

const TICKING = new URL("../testing/ticking.ts", import.meta.url).pathname;
const CONFIG = new URL("../../../deno.json", import.meta.url).pathname;

/** Starts an engine and kills it after some ticks, wherever it is then. */
async function tickAndDie(folder: string, ticks: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", `--config=${CONFIG}`, TICKING, folder],
    stdout: "piped",
  }).spawn();
  let ticked = 0;
  for await (const dots of child.stdout) {
    ticked += dots.length;
    if (ticked >= ticks) break;
  }
  child.kill("SIGKILL");
  await child.status;
}

Deno.test("killed again and again, a server runs no time twice and loses none", async () => {
  await using kept = await temporaryState([...RUN_TABLES, ...SCHEDULE_TABLES]);
  const { database, folder } = kept.state;
  const begin = new Date("2026-11-22T00:00:00Z");
  const order = {
    ...{ behavior: "hello", method: "greet", inputs: {}, settings: {}, timeZone: "UTC" },
    ...{ cron: "* * * * *", overlap: "skip", by: "ada@builder" } as const,
  };
  addSchedule(kept.state, { ...order, name: "plain", catchUp: false }, begin);
  addSchedule(kept.state, { ...order, name: "catching-up", catchUp: true }, begin);
  for (let kill = 0; kill < 12; kill++) await tickAndDie(folder, 5 + kill % 4);

  const numberOf = (sql: string, ...values: string[]) =>
    Number(Object.values(database.prepare(sql).get(...values)!)[0]);
  for (const { id, name, missed, decidedUntil } of listSchedules(kept.state)) {
    const runs = numberOf("SELECT count(*) FROM runs WHERE initiated_by = ?", `schedule:${name}`);
    const ran = numberOf("SELECT count(run) FROM schedule_time WHERE schedule = ?", id);
    const decided = numberOf("SELECT count(*) FROM schedule_time WHERE schedule = ?", id);
    assert.ok(runs > 12, "it was in progress");
    assert.equal(ran, runs, "no run is without its time, no time that ran without its run");
    const times = (decidedUntil.getTime() - begin.getTime()) / 60_000;
    // The run that stands for missed times is at the last of them, or at the next one after.
    const extra = decided + missed.count - times;
    if (name === "plain") assert.equal(extra, 0, "each time is accounted for");
    else assert.ok(extra >= 0 && extra <= 12, "none is lost");
  }
});
