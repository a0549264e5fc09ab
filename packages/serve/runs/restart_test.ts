import { deepEqual, equal, match, ok } from "node:assert/strict";
import { linesOf } from "../../runtime/base/process/lines.ts";
import { workspaceProcess } from "../../runtime/testing/process.ts";
import { type BusyGreeter, busyGreeter } from "../testing/busy_greeter.ts";
import { ended, eventsOf, testRuns } from "../testing/real_runs.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_runs.ts`;

/** Names of behaviors. */
const named = (count: number) => Array.from({ length: count }, (_, index) => `b${index}`);

/** What a killed process said. */
interface Said {
  /** Behavior by the id of its run. */
  accepted: Map<string, string>;
  working: Set<string>;
}

/** Has runs asked for by a process, and kills it as soon as `enough` says so. */
async function killedServer(
  { repository }: BusyGreeter,
  task: { behaviors: string[]; maxRuns: number; hold: string },
  enough: (said: Said) => boolean,
): Promise<Said> {
  const { root, config } = repository;
  // What a killed process leaves behind goes with the repository.
  const server = workspaceProcess(MODULE, { root, config, ...task }, { TMPDIR: root });
  const said: Said = { accepted: new Map(), working: new Set() };
  for await (const line of linesOf(server.stdout)) {
    const [what, id, behavior] = line.split(" ");
    if (what === "accepted") said.accepted.set(id!, behavior!);
    else said.working.add(id!);
    if (enough(said)) server.kill("SIGKILL");
  }
  equal((await server.status).signal, "SIGKILL");
  return said;
}

/** Waits until no method of the repository is in progress any more. */
async function untilNobodyWorks({ repository }: BusyGreeter): Promise<void> {
  using alive = await Deno.open(`${repository.root}/out/alive`, { write: true });
  await alive.lock(true);
  await alive.unlock();
}

Deno.test("killed with 20 runs in progress and 20 queued: each queued one runs once, none runs twice", async () => {
  const behaviors = named(40);
  await using greeter = await busyGreeter(...behaviors);
  const { accepted, working } = await killedServer(
    greeter,
    { behaviors, maxRuns: 20, hold: "hold-" },
    (said) => said.accepted.size === 40 && said.working.size === 20,
  );
  await untilNobodyWorks(greeter);
  await greeter.letGo();

  await using at = await testRuns(greeter.repository, { maxRuns: 2 });
  for (const [id, behavior] of accepted) {
    const run = await ended(at.runs, id);
    const was = working.has(id);
    equal(run.status, was ? "interrupted" : "succeeded", JSON.stringify(run.error));
    equal(await greeter.begun(`hold-${behavior}`), 1, behavior);
    const events = await eventsOf(at.runs, id);
    deepEqual(events.map(({ seq }) => seq), events.map((_, index) => index + 1));
    deepEqual(events.at(-1)!.event, { kind: "ended", status: run.status });
    if (!was) continue;
    equal(run.error?.code, "interrupted");
    match(run.error!.error, /its log: \.svc\/outputs\/@acme\/greeter\/greet\/\S+\.log$/);
    ok(events.some(({ event }) => event.kind === "output"), "what it printed before stays");
  }
  deepEqual(at.runs.counts(), { queued: 0, running: 0 });
});

Deno.test("killed at any moment of asking: what was accepted runs once, and nothing runs twice", async () => {
  const behaviors = named(5);
  await using greeter = await busyGreeter(...behaviors);
  await greeter.letGo();
  const marks = async () => await Promise.all(behaviors.map((name) => greeter.begun(`-${name}`)));
  for (let moment = 1; moment <= 10; moment++) {
    const before = await marks();
    let heard = 0;
    const { accepted } = await killedServer(
      greeter,
      { behaviors, maxRuns: 2, hold: "-" },
      () => ++heard === moment,
    );
    await untilNobodyWorks(greeter);
    await using at = await testRuns(greeter.repository, { maxRuns: 2 });
    const open = at.runs.list({ visible: () => true, limit: 200 });
    for (const { id } of open) await ended(at.runs, id);
    const after = await marks();
    const added = after.map((count, index) => count - before[index]!);
    ok(added.every((count) => count <= 1), `at moment ${moment}: ${added}`);
    for (const [id, behavior] of accepted) {
      const { status } = at.runs.get(id)!;
      ok(["succeeded", "interrupted"].includes(status), status);
      if (status === "succeeded") equal(added[behaviors.indexOf(behavior)], 1, behavior);
    }
  }
});

Deno.test("a run that was recorded before the server was killed says how it ended", async () => {
  await using greeter = await busyGreeter();
  let record: string;
  {
    await using at = await testRuns(greeter.repository);
    const run = await at.done({ inputs: { name: "x" } });
    record = run.id;
    at.state.database.prepare(
      "UPDATE runs SET status = 'running', ended_at = NULL, result = NULL WHERE id = ?",
    ).run(record);
  }
  await using at = await testRuns(greeter.repository);
  const run = at.runs.get(record)!;
  deepEqual([run.status, run.result], ["interrupted", null]);
  match(run.error!.error, /its record says: succeeded/);
});
