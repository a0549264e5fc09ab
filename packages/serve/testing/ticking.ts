// An engine over the state in the folder of the first argument, as a process that a test kills. Its clock
// goes on by 20 s with each tick, from ten minutes after the last time that was decided on.
import { createLog } from "@svc/http/log";
import { DatabaseSync } from "node:sqlite";
import { scheduleEngine } from "../schedules/engine.ts";
import { notedRuns } from "./noted_runs.ts";

if (import.meta.main) {
  const folder = Deno.args[0]!;
  const database = new DatabaseSync(`${folder}/state.db`, { timeout: 5000 });
  const state = { folder, database, [Symbol.dispose]: () => database.close() };
  const { last } = database.prepare("SELECT max(decided_until) AS last FROM schedule").get()!;
  let time = Number(last) + 600_000;
  const log = createLog("off", () => new Date());
  const engine = scheduleEngine({ state, runs: notedRuns(state), log, now: () => new Date(time) });
  for (;; time += 20_000) {
    await engine.tick();
    database.exec("UPDATE runs SET status = 'succeeded' WHERE status = 'queued'");
    await Deno.stdout.write(new Uint8Array([46]));
  }
}
