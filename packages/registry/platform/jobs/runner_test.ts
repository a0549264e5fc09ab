import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import type { JobKind, JobWork } from "./jobs.ts";
import { createRunner } from "./runner.ts";
import { workDueJobs } from "../../testing/work_due.ts";

const NOTHING = { run: () => Promise.resolve(), atOnce: 2 };

function work(changes: Partial<JobWork>): JobWork {
  return {
    audit: NOTHING,
    verification: NOTHING,
    mail: NOTHING,
    staged_mail: NOTHING,
    staged_publication: NOTHING,
    ...changes,
  };
}

async function add({ services }: TestRegistry, kind: JobKind, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await services.jobs.add(services.db, kind, `${kind} ${n}`, services.now());
  }
}

Deno.test("a kind whose jobs hang has its own places only: the others are done meanwhile", async () => {
  await using registry = await testRegistry();
  const hanging = Promise.withResolvers<void>();
  const done: string[] = [];
  await add(registry, "mail", 5);
  await add(registry, "audit", 5);
  let begun = 0;
  const end = Promise.withResolvers<void>();
  const all = workDueJobs(
    registry.services,
    work({
      mail: { run: () => (begun++, hanging.promise), atOnce: 2 },
      audit: {
        run(subject) {
          if (done.push(subject) === 5) end.resolve();
          return Promise.resolve();
        },
        atOnce: 1,
      },
    }),
  );
  await end.promise;
  assert.equal(begun, 2);
  hanging.resolve();
  assert.equal(await all, 10);
  assert.equal(begun, 5);
});

Deno.test("two workers on one store do each job once, and never more of a kind at a time than one may", async () => {
  await using registry = await testRegistry();
  await add(registry, "audit", 40);
  const done: string[] = [];
  const most = [0, 0];
  const totals = await Promise.all([0, 1].map((worker) => {
    let now = 0;
    const run = async (subject: string) => {
      most[worker] = Math.max(most[worker]!, ++now);
      done.push(subject);
      await new Promise((resolve) => setTimeout(resolve));
      now--;
    };
    return workDueJobs(registry.services, work({ audit: { run, atOnce: 3 } }));
  }));
  assert.equal(totals[0]! + totals[1]!, 40);
  assert.equal(new Set(done).size, 40);
  assert.equal(done.length, 40);
  assert.ok(most.every((one) => one <= 3), String(most));
});

Deno.test("a runner is not idle while a job that ended may have left room for another", async () => {
  await using registry = await testRegistry();
  await add(registry, "audit", 2);
  const runner = createRunner(registry.services, work({ audit: { ...NOTHING, atOnce: 1 } }));
  for (let n = 0; n < 2; n++) {
    assert.equal(await runner.fill(), 1);
    await runner.allEnded();
    assert.equal(runner.isIdle(), false);
  }
  assert.equal(await runner.fill(), 0);
  assert.equal(runner.isIdle(), true);
});

Deno.test("whoever waits for all jobs, as a worker that stops does, waits for the last of them", async () => {
  await using registry = await testRegistry();
  const jobs = new Map(["audit 0", "audit 1"].map((name) => [name, Promise.withResolvers<void>()]));
  await add(registry, "audit", 2);
  const runner = createRunner(
    registry.services,
    work({ audit: { run: (subject) => jobs.get(subject)!.promise, atOnce: 2 } }),
  );
  assert.equal(await runner.fill(), 2);
  let isOver = false;
  const all = runner.allEnded().then(() => isOver = true);
  jobs.get("audit 0")!.resolve();
  await runner.ended();
  assert.equal(isOver, false);
  jobs.get("audit 1")!.resolve();
  await all;
  assert.deepEqual(await registry.services.db.selectFrom("job").selectAll().execute(), []);
});

Deno.test("while a job is being done its lease is extended, again and again", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  await add(registry, "audit", 1);
  const end = Promise.withResolvers<void>();
  const runner = createRunner(
    registry.services,
    work({ audit: { run: () => end.promise, atOnce: 1 } }),
    { heartbeatMs: 1 },
  );
  assert.equal(await runner.fill(), 1);
  const until = async () =>
    (await db.selectFrom("job").select("leased_until").executeTakeFirstOrThrow()).leased_until!;
  for (let n = 0; n < 2; n++) {
    const before = await until();
    registry.clock.now = new Date(registry.clock.now.getTime() + 1000);
    while (await until() === before) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  end.resolve();
  await runner.ended();
  assert.deepEqual(await db.selectFrom("job").selectAll().execute(), []);
});

Deno.test("a job that never ends frees its place and counts as failed", async () => {
  await using registry = await testRegistry();
  await add(registry, "audit", 1);
  const never = new Promise<void>(() => {});
  const options = { longestMs: 1 };
  await workDueJobs(
    registry.services,
    work({ audit: { run: () => never, atOnce: 1 } }),
    options,
  );
  const [job] = await registry.services.db.selectFrom("job").selectAll().execute();
  assert.deepEqual([job?.attempts, job?.leased_until], [1, null]);
  assert.match(job!.last_error!, /did not finish/);
});

Deno.test("a runner that was told to stop takes nothing more", async () => {
  await using registry = await testRegistry();
  await add(registry, "audit", 3);
  const stop = new AbortController();
  const runner = createRunner(
    registry.services,
    work({ audit: { run: () => Promise.resolve(stop.abort()), atOnce: 1 } }),
    { signal: stop.signal },
  );
  assert.equal(await runner.fill(), 1);
  await runner.ended();
  assert.equal(await runner.fill(), 0);
  assert.equal((await registry.services.db.selectFrom("job").selectAll().execute()).length, 2);
});

Deno.test("a job that is left is another worker's at once, costs no try, and is named in the log", async () => {
  await using registry = await testRegistry();
  await add(registry, "audit", 1);
  const end = Promise.withResolvers<void>();
  const runner = createRunner(
    registry.services,
    work({ audit: { run: () => end.promise, atOnce: 1 } }),
  );
  await runner.fill();
  await runner.leave("the server stopped");
  const { db } = registry.services;
  const [job] = await db.selectFrom("job").selectAll().execute();
  assert.deepEqual([job?.attempts, job?.leased_until, job?.last_error], [
    0,
    null,
    "the server stopped",
  ]);
  assert.match(registry.logged.join(""), /job\.postponed.*audit 0.*the server stopped/);
  const other = createRunner(registry.services, work({}));
  assert.equal(await other.fill(), 1);
  await other.allEnded();
  // What was left changes nothing any more.
  end.resolve();
  assert.deepEqual(await db.selectFrom("job").selectAll().execute(), []);
});
