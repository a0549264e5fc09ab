import { deepEqual, equal, rejects } from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { ended, eventsOf, testRuns, until } from "../testing/real_runs.ts";

Deno.test("closing accepts no more, waits for what is in progress and leaves the queue for the next server", async () => {
  await using greeter = await busyGreeter("second");
  let first: string;
  let second: string;
  {
    await using at = await testRuns(greeter.repository, { maxRuns: 1 });
    first = (await at.runs.submit(at.order({ inputs: HOLD }))).id;
    second = (await at.runs.submit(at.order({ behavior: "second" }))).id;
    await until(at.runs, first, ({ kind }) => kind === "output");
    const closing = at.runs.close(600_000);
    await rejects(at.runs.submit(at.order()), refusal("unavailable"));
    await greeter.letGo();
    await closing;
    equal(at.runs.get(first)!.status, "succeeded");
    equal(at.runs.get(second)!.status, "queued");
    // Nothing more comes from this one.
    deepEqual((await eventsOf(at.runs, second)).map(({ event }) => event.kind), ["queued"]);
  }
  await using at = await testRuns(greeter.repository);
  equal((await ended(at.runs, second)).status, "succeeded");
});

Deno.test("what is still in progress when the grace is over is stopped and interrupted, not run again", async () => {
  await using greeter = await busyGreeter();
  let id: string;
  {
    await using at = await testRuns(greeter.repository);
    ({ id } = await at.runs.submit(at.order({ inputs: HOLD })));
    await until(at.runs, id, ({ kind }) => kind === "output");
    await at.runs.close(1);
    const run = at.runs.get(id)!;
    deepEqual([run.status, run.error?.code], ["interrupted", "interrupted"]);
  }
  await using at = await testRuns(greeter.repository);
  equal(at.runs.get(id)!.status, "interrupted");
  equal(await greeter.begun("hold"), 1);
});
