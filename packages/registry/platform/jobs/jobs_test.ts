import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { ATTEMPTS, LEASE, leaseJob } from "./lease.ts";

function later(registry: TestRegistry, milliseconds: number): void {
  registry.clock.now = new Date(registry.clock.now.getTime() + milliseconds);
}

Deno.test("a job is held by one worker, and taken over when its lease runs out", async () => {
  await using registry = await testRegistry();
  const { db, jobs, now } = registry.services;
  await jobs.add(db, "rescore", "1", now());
  const leases = await Promise.all(Array.from({ length: 5 }, () => leaseJob(db, now())));
  assert.equal(leases.filter((lease) => lease !== undefined).length, 1);
  later(registry, LEASE + 1);
  assert.equal((await leaseJob(db, now()))?.attempts, 2);
});

Deno.test("the same work is queued once", async () => {
  await using registry = await testRegistry();
  const { db, jobs, now } = registry.services;
  await Promise.all(Array.from({ length: 5 }, () => jobs.add(db, "rescore", "1", now())));
  assert.equal((await db.selectFrom("job").selectAll().execute()).length, 1);
});

Deno.test("a job that fails comes back later each time and is given up in the end", async () => {
  await using registry = await testRegistry();
  const { db, jobs, now } = registry.services;
  await jobs.add(db, "rescore", "no such version", now());
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    assert.equal(await registry.work(), 1, `attempt ${attempt}`);
    assert.equal(await registry.work(), 0, "not due at once");
    later(registry, 24 * 60 * 60_000);
  }
  assert.deepEqual(await db.selectFrom("job").selectAll().execute(), []);
  assert.ok(registry.logged.some((line) => line.includes("job.abandoned")));
});
