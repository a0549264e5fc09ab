import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import type { RunView } from "../answers/run.ts";
import { ended, testRuns, until } from "../testing/real_runs.ts";

const BEHAVIORS = ["b1", "b2", "b3", "b4", "b5", "b6"];

Deno.test("no more runs are in progress than the server allows, and all get done", async () => {
  await using greeter = await busyGreeter(...BEHAVIORS);
  await using at = await testRuns(greeter.repository, { maxRuns: 2 });
  const ids: string[] = [];
  for (const behavior of BEHAVIORS) ids.push((await at.runs.submit(at.order({ behavior }))).id);
  const done: RunView[] = [];
  for (const id of ids) done.push(await ended(at.runs, id));
  ok(done.every(({ status }) => status === "succeeded"));
  for (const { id, startedAt } of done) {
    const beside = done.filter((other) =>
      other.id !== id && other.startedAt! <= startedAt! && startedAt! < other.endedAt!
    );
    ok(beside.length <= 1, "one other at most when it began");
  }
});

Deno.test("callers take turns: one with many runs does not keep another one waiting", async () => {
  await using greeter = await busyGreeter(...BEHAVIORS);
  await using at = await testRuns(greeter.repository, { maxRuns: 1 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  const [last, ...others] = BEHAVIORS.toReversed();
  const ids: string[] = [];
  for (const behavior of others) ids.push((await at.runs.submit(at.order({ behavior }))).id);
  const other = await at.runs.submit(at.order({ behavior: last!, initiatedBy: "token:cd" }));
  await greeter.letGo();
  for (const id of [first.id, other.id, ...ids]) await ended(at.runs, id);
  const begun = at.runs.list({ visible: () => true, limit: 10 })
    .toSorted((a, b) => a.startedAt! < b.startedAt! ? -1 : 1).map(({ id }) => id);
  ok(begun.indexOf(other.id) <= 2, "within one turn of each");
  deepEqual(begun.filter((id) => ids.includes(id)), ids, "each caller's own in their order");
});

Deno.test("a run that waits for its behavior holds up no others", async () => {
  await using greeter = await busyGreeter("b1");
  await using at = await testRuns(greeter.repository, { maxRuns: 2 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  const waiting = await at.runs.submit(at.order({ waitMs: 600_000 }));
  const other = await at.runs.submit(at.order({ behavior: "b1" }));
  equal((await ended(at.runs, other.id)).status, "succeeded");
  equal(at.runs.get(waiting.id)!.status, "queued");
  const { event } = await until(at.runs, other.id, ({ kind }) => kind === "queued");
  equal(event.kind === "queued" && event.position, 0, "what does not wait for it is not behind it");
  await greeter.letGo();
  for (const { id } of [first, waiting]) equal((await ended(at.runs, id)).status, "succeeded");
});

Deno.test("a run of svc behavior run is refused while the server works on the behavior, naming the process", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository);
  const { id } = await at.runs.submit(at.order({ inputs: HOLD }));
  await until(at.runs, id, ({ kind }) => kind === "started");
  await rejects(
    greeter.greet({ name: "x" }, { lockWaitMs: 0 }),
    refusal("lock_timeout", new RegExp(`by process ${Deno.pid} on `)),
  );
  await greeter.letGo();
  await ended(at.runs, id);
});
