import { deepEqual, equal, ok } from "node:assert/strict";
import { createLog } from "@svc/http/log";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { ended, testRuns } from "../testing/real_runs.ts";
import { eventPath } from "./event_file.ts";
import { forgetOld } from "./retention.ts";
import { openRunStore } from "./store.ts";

const DAY_MS = 86_400_000;

Deno.test("ended runs that are too old go with their events at the start; others stay", async () => {
  await using greeter = await busyGreeter("second", "third");
  const ids: string[] = [];
  {
    await using at = await testRuns(greeter.repository, { maxRuns: 1 });
    for (let count = 0; count < 3; count++) ids.push((await at.done({ inputs: { name: "x" } })).id);
    const queued = await at.runs.submit(at.order({ behavior: "second", inputs: HOLD }));
    ids.push(queued.id, (await at.runs.submit(at.order({ behavior: "third" }))).id);
    const { database } = at.state;
    const at30 = (milliseconds: number) =>
      new Date(Date.now() - 30 * DAY_MS + milliseconds).toISOString();
    const end = database.prepare("UPDATE runs SET ended_at = ? WHERE id = ?");
    end.run(at30(-1), ids[0]!);
    end.run(at30(60_000), ids[1]!);
    database.prepare("UPDATE runs SET queued_at = ? WHERE id = ?").run(at30(-DAY_MS), ids[4]!);
    await at.runs.close(0);
  }
  await greeter.letGo();
  await using at = await testRuns(greeter.repository);
  const there = ids.map((id) => at.runs.get(id) !== undefined);
  deepEqual(there, [false, true, true, true, true]);
  for (const [index, id] of ids.entries()) {
    const file = await Deno.stat(eventPath(at.state.folder, id)).catch(() => undefined);
    equal(file !== undefined, there[index], `the events of ${index}`);
  }
  equal((await ended(at.runs, ids[4]!)).status, "succeeded", "however long it was queued");
});

Deno.test("of too many ended runs the newest are kept", async () => {
  await using greeter = await busyGreeter();
  const ids: string[] = [];
  {
    await using at = await testRuns(greeter.repository);
    for (let count = 0; count < 4; count++) ids.push((await at.done({ inputs: { name: "x" } })).id);
    await Deno.writeTextFile(eventPath(at.state.folder, "of-a-run-that-is-gone"), "");
  }
  await using at = await testRuns(greeter.repository, { keepRuns: 2 });
  const left = at.runs.list({ visible: () => true, limit: 10 }).map(({ id }) => id);
  deepEqual(left, [ids[3], ids[2]]);
  const files = [...Deno.readDirSync(`${at.state.folder}/runs`)].map(({ name }) => name);
  deepEqual(files.sort(), [`${ids[2]}.ndjson`, `${ids[3]}.ndjson`]);
  ok(ids.toSorted().every((id, index) => id === ids[index]), "ids sort by time");
});

Deno.test("a long error counts among what a run takes, as its result does", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository, {});
  const { id } = await at.done({ inputs: { name: "x" } });
  const { state } = at;
  state.database.prepare("UPDATE runs SET ended_at = NULL WHERE id = ?").run(id);
  const error = { error: "e".repeat(10_000), code: "run_failed" as const };
  openRunStore(state.database).end(id, { status: "failed", error, eventBytes: 5 }, new Date());
  const { bytes } = state.database.prepare("SELECT bytes FROM runs").get() as { bytes: number };
  ok(bytes > 10_000, `${bytes} bytes`);
});

Deno.test("runs whose events take too much go, the oldest first, also while the server is running", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository, { keepBytes: 3_000_000 });
  const first = await at.done({ inputs: { name: "x" } });
  const size = async (id: string) => (await Deno.stat(eventPath(at.state.folder, id))).size;
  const { bytes, result } = at.state.database.prepare("SELECT bytes, result FROM runs").get() as {
    bytes: number;
    result: string;
  };
  // The last event comes after the end is in the state, and may not be written yet.
  ok(bytes > 300 && bytes - result.length <= await size(first.id));
  const insert = at.state.database.prepare(
    `INSERT INTO runs SELECT ?, behavior, behavior_id, method, '', status, triggered_by, initiated_by,
      NULL, '', queued_at, wait_until, started_at, ended_at, NULL, NULL, NULL, NULL, NULL, 1000000
      FROM runs WHERE id = ?`,
  );
  const old = [1, 2, 3, 4].map((number) => `01900000-0000-7000-8000-00000000000${number}`);
  for (const id of old) insert.run(id, first.id);
  forgetOld({
    folder: at.state.folder,
    store: openRunStore(at.state.database),
    limits: { keepDays: 30, keepRuns: 100, keepBytes: 3_000_000 },
    now: () => new Date(),
    log: createLog("off", () => new Date()),
  });
  const left = at.runs.list({ visible: () => true, limit: 10 }).map(({ id }) => id);
  deepEqual(left, [first.id, old[3], old[2]]);
});
