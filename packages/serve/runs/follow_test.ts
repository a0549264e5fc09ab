import { deepEqual, equal, ok } from "node:assert/strict";
import { modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { ended, eventsOf, testRuns, until } from "../testing/real_runs.ts";
import { eventPath } from "./event_file.ts";

const never = new AbortController().signal;

Deno.test("who joins late sees what was, then what comes; each once and in order", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository);
  const { id } = await at.runs.submit(at.order({ inputs: HOLD }));
  const early = eventsOf(at.runs, id);
  const seen = await until(at.runs, id, ({ kind }) => kind === "output");
  const late = eventsOf(at.runs, id);
  const behind = eventsOf(at.runs, id, seen.seq);
  await greeter.letGo();
  const all = await early;
  deepEqual(all.map(({ seq }) => seq), all.map((_, index) => index + 1));
  deepEqual(await late, all);
  deepEqual(await behind, all.slice(seen.seq));
  deepEqual(await eventsOf(at.runs, id, all.length), [], "behind the end there is nothing");
});

Deno.test("a follower who reads slowly gets all of it and keeps nobody waiting", async () => {
  await using greeter = await greeterRepository(
    modelText(`for (let n = 0; n < 3000; n++) console.log(n + " " + "x".repeat(200));`),
  );
  await using at = await testRuns(greeter.repository);
  const { id } = await at.runs.submit(at.order());
  const slow = at.runs.events(id, 0, never)[Symbol.asyncIterator]();
  const first = (await slow.next()).value;
  equal(first.seq, 1);
  equal((await ended(at.runs, id)).status, "succeeded", "nobody waits for the slow one");
  let last = 1;
  for (let next = await slow.next(); !next.done; next = await slow.next()) {
    equal(next.value.seq, ++last);
  }
  ok(last > 3000);
});

Deno.test("following ends with its signal, also when nothing comes, and costs no open file", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository);
  const { id } = await at.runs.submit(at.order({ inputs: HOLD }));
  await until(at.runs, id, ({ kind }) => kind === "output");
  const before = descriptors();
  const leaving = new AbortController();
  const followers = Array.from(
    { length: 1000 },
    () => Array.fromAsync(at.runs.events(id, 0, leaving.signal)),
  );
  // All have read what there is once another one has, which came last.
  await until(at.runs, id, ({ kind }) => kind === "output");
  ok(descriptors() <= before + 5, `${before} before, ${descriptors()} with 1000 followers`);
  leaving.abort();
  for (const follower of followers) {
    deepEqual((await follower).map(({ event }) => event.kind), ["queued", "started", "output"]);
  }
  await greeter.letGo();
  await ended(at.runs, id);
});

Deno.test("of a run whose end was not written any more, the end is told from the state", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository);
  const { id } = await at.done({ inputs: { name: "x" } });
  const path = eventPath(at.state.folder, id);
  const lines = (await Deno.readTextFile(path)).split("\n");
  await Deno.writeTextFile(path, `${lines.slice(0, -2).join("\n")}\n{"seq":5,"at`);
  const events = await eventsOf(at.runs, id);
  deepEqual(events.map(({ seq }) => seq), events.map((_, index) => index + 1));
  deepEqual(events.at(-1)!.event, { kind: "ended", status: "succeeded" });
  deepEqual(await eventsOf(at.runs, id, events.length), []);
});

Deno.test("a run that is not there has no events", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository);
  deepEqual(await eventsOf(at.runs, "01900000-0000-7000-8000-000000000000"), []);
});

function descriptors(): number {
  return [...Deno.readDirSync("/proc/self/fd")].length;
}
