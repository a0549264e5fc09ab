import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { giveUpOverdue, sweepDeadJobs } from "./dead.ts";
import { extendLease, finishJob, holdJob, LEASE, leaseJob, retryJob } from "./lease.ts";
import { JobHeld } from "./jobs.ts";

const HOUR = 60 * 60_000;
const FAILURE = new Error("no answer");

function later(registry: TestRegistry, milliseconds: number): void {
  registry.clock.now = new Date(registry.clock.now.getTime() + milliseconds);
}

async function queue() {
  const registry = await testRegistry();
  const { db, jobs, now } = registry.services;
  return {
    registry,
    add: () => jobs.add(db, "audit", "1", now()),
    lease: () => leaseJob(db, now(), "audit"),
    extend: (job: Leased) => extendLease(db, job, now()),
    hold: (job: Leased, until: Date) => holdJob(db, job, new JobHeld(until, "away"), now()),
    finish: (job: Leased) => finishJob(db, job),
    retry: (job: Leased) => retryJob(db, job, FAILURE, now()),
    giveUp: () => giveUpOverdue(db, now()),
    sweep: () => sweepDeadJobs(db, now()),
    rows: () => db.selectFrom("job").selectAll().execute(),
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

type Leased = NonNullable<Awaited<ReturnType<typeof leaseJob>>>;

Deno.test("a job is held by one worker, and taken over when its lease runs out", async () => {
  await using jobs = await queue();
  await jobs.add();
  const leases = await Promise.all(Array.from({ length: 5 }, () => jobs.lease()));
  assert.equal(leases.filter((lease) => lease !== undefined).length, 1);
  later(jobs.registry, LEASE + 1);
  assert.equal((await jobs.lease())?.attempts, 2);
});

Deno.test("the same work is queued once", async () => {
  await using jobs = await queue();
  await Promise.all(Array.from({ length: 5 }, () => jobs.add()));
  assert.equal((await jobs.rows()).length, 1);
});

Deno.test("a job that fails is tried seven times within 24 hours of its event, and no later", async () => {
  await using jobs = await queue();
  const start = jobs.registry.clock.now.getTime();
  await jobs.add();
  const tries: number[] = [];
  for (let again = true; again;) {
    const job = await jobs.lease();
    if (job) {
      tries.push(jobs.registry.clock.now.getTime() - start);
      again = await jobs.retry(job);
      assert.equal(await jobs.lease(), undefined, "not due at once");
    }
    later(jobs.registry, 60_000);
  }
  assert.equal(tries.length, LIMITS.lookup.tries);
  assert.deepEqual(tries, tries.toSorted((a, b) => a - b));
  assert.ok(tries.at(-1)! <= LIMITS.lookup.hours * HOUR);
  assert.deepEqual([LIMITS.lookup.tries, LIMITS.lookup.hours], [7, 24]);
  const [dead, ...others] = await jobs.rows();
  assert.deepEqual([dead?.attempts, dead?.last_error, others], [7, "no answer", []]);
  assert.notEqual(dead?.dead_at, null);
});

Deno.test("a job that was given up is seen for two weeks, is not done, and comes back with a new event", async () => {
  await using jobs = await queue();
  await jobs.add();
  later(jobs.registry, 24 * HOUR + 1);
  assert.equal((await jobs.giveUp()).length, 1);
  later(jobs.registry, LIMITS.deadJobDays * 24 * HOUR);
  assert.deepEqual([await jobs.sweep(), await jobs.giveUp(), await jobs.lease()], [
    0,
    [],
    undefined,
  ]);
  await jobs.add();
  const job = (await jobs.lease())!;
  assert.deepEqual([job.attempts, job.generation], [1, 2]);
  later(jobs.registry, 25 * HOUR);
  await jobs.giveUp();
  later(jobs.registry, LIMITS.deadJobDays * 24 * HOUR + 1);
  assert.equal(await jobs.sweep(), 1);
  assert.deepEqual(await jobs.rows(), []);
});

Deno.test("a worker that says it lives keeps its job; one that is silent loses it within a minute", async () => {
  await using jobs = await queue();
  await jobs.add();
  const job = (await jobs.lease())!;
  for (let n = 0; n < 5; n++) {
    later(jobs.registry, LEASE - 1);
    assert.equal(await jobs.extend(job), true);
    assert.equal(await jobs.lease(), undefined);
  }
  assert.ok(LEASE < 60_000);
  later(jobs.registry, LEASE + 1);
  const next = (await jobs.lease())!;
  assert.equal(next.id, job.id);
  assert.equal(await jobs.extend(job), false);
  await jobs.finish(job);
  assert.equal((await jobs.rows()).length, 1);
});

Deno.test("waiting for a service that is away counts as no try, and ends with the 24 hours", async () => {
  await using jobs = await queue();
  const { clock } = jobs.registry;
  await jobs.add();
  for (let n = 0; n < 20; n++) {
    const job = (await jobs.lease())!;
    assert.equal(job.attempts, 1);
    assert.equal(await jobs.hold(job, new Date(clock.now.getTime() + HOUR)), true);
    assert.equal(await jobs.lease(), undefined);
    later(jobs.registry, HOUR);
  }
  const job = (await jobs.lease())!;
  assert.equal(await jobs.hold(job, new Date(clock.now.getTime() + 5 * HOUR)), false);
  assert.equal((await jobs.rows())[0]!.last_error, "away");
});

Deno.test("a job whose 24 hours passed while no worker ran is given up untried", async () => {
  await using jobs = await queue();
  await jobs.add();
  later(jobs.registry, 24 * HOUR);
  assert.deepEqual(await jobs.giveUp(), []);
  later(jobs.registry, 1);
  assert.equal(await jobs.lease(), undefined);
  assert.deepEqual((await jobs.giveUp()).map(({ subject }) => subject), ["1"]);
  assert.deepEqual(await jobs.giveUp(), []);
});

Deno.test("a try that would come after the 24 hours is not made", async () => {
  await using jobs = await queue();
  await jobs.add();
  later(jobs.registry, 24 * HOUR - 30_000);
  assert.equal(await jobs.retry((await jobs.lease())!), false);
  later(jobs.registry, 30_000);
  assert.equal(await jobs.lease(), undefined);
});

Deno.test("a new event brings a job that waits for a later try forward, with all its tries and hours", async () => {
  await using jobs = await queue();
  await jobs.add();
  for (let n = 1; n <= 5; n++) {
    assert.equal(await jobs.retry((await jobs.lease())!), true);
    if (n < 5) later(jobs.registry, [1, 5, 15, 60][n - 1]! * 60_000);
  }
  assert.equal(await jobs.lease(), undefined, "the next try is hours away");
  await jobs.add();
  const job = await jobs.lease();
  assert.deepEqual([job?.attempts, job?.generation], [1, 2]);
  assert.equal(Date.parse(job!.deadline), jobs.registry.clock.now.getTime() + 24 * HOUR);
});

Deno.test("an event never moves a job that is due to a later time", async () => {
  await using jobs = await queue();
  const { db, now, jobs: stored } = jobs.registry.services;
  await jobs.add();
  await stored.add(db, "audit", "1", new Date(now().getTime() + HOUR));
  assert.equal((await jobs.lease())?.generation, 2);
});

for (const end of ["finish", "retry"] as const) {
  Deno.test(`a job armed again while it runs is due again when that run ends with ${end}`, async () => {
    await using jobs = await queue();
    await jobs.add();
    const old = (await jobs.lease())!;
    await jobs.add();
    assert.equal(await jobs.lease(), undefined, "one worker at a time");
    await jobs[end](old);
    const again = (await jobs.lease())!;
    assert.deepEqual([again.attempts, again.generation], [1, 2]);
    await jobs.finish(again);
    assert.deepEqual(await jobs.rows(), []);
  });

  Deno.test(`a worker that lost its lease does not touch the job of the next one with ${end}`, async () => {
    await using jobs = await queue();
    await jobs.add();
    const slow = (await jobs.lease())!;
    later(jobs.registry, LEASE + 1);
    const next = (await jobs.lease())!;
    const before = await jobs.rows();
    await jobs[end](slow);
    assert.deepEqual(await jobs.rows(), before);
    await jobs.finish(next);
    assert.deepEqual(await jobs.rows(), []);
  });
}
