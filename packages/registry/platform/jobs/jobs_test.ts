import assert from "node:assert/strict";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { packageOf } from "../../testing/extensions/package.ts";
import { announcementOf, published, upload } from "../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { ATTEMPTS, LEASE, leaseJob } from "./lease.ts";
import { sweep } from "../../features/extensions/upload/sweep.ts";
import { workDueJobs } from "./work.ts";

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
    assert.equal(await workDueJobs(registry.services), 1, `attempt ${attempt}`);
    assert.equal(await workDueJobs(registry.services), 0, "not due at once");
    later(registry, 24 * 60 * 60_000);
  }
  assert.deepEqual(await db.selectFrom("job").selectAll().execute(), []);
  assert.ok(registry.logged.some((line) => line.includes("job.abandoned")));
});

Deno.test("a sweep removes what broken-off publications left and nothing that is published", async () => {
  await using registry = await testRegistry({ now: new Date() });
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "admin" });
  const { checksum } = await published(registry, key);
  const orphan = new TextEncoder().encode("an archive whose transaction never came");
  const orphanChecksum = new Uint8Array(await crypto.subtle.digest("SHA-256", orphan)).toHex();
  await services.blobs.put(orphanChecksum, orphan);
  const next = { version: "2026.01.03.1" };
  await upload(registry, key, announcementOf(next), await packageOf(next));

  assert.deepEqual(await sweep(services), { uploads: 0, files: 0, blobs: 0 });
  later(registry, 2 * 60 * 60_000);
  assert.deepEqual(await sweep(services), { uploads: 2, files: 2, blobs: 1 });
  assert.equal(await services.blobs.has(orphanChecksum), false);
  assert.equal(await services.blobs.has(checksum), true);
  assert.deepEqual([...Deno.readDirSync(services.folder.uploads)], []);
});
