import assert from "node:assert/strict";
import type pg from "pg";
import { createAcknowledged, type LostCommits } from "./acknowledged.ts";

/** A Postgres that has the log of the one before up to a place, as far as it knows. */
function knowing(place: number | null): pg.ClientBase {
  return { query: () => Promise.resolve({ rows: [{ place }] }) } as unknown as pg.ClientBase;
}

/** What is told when commits at `places` were acknowledged before Postgres was promoted. */
async function missed(places: readonly number[], promoted: pg.ClientBase): Promise<LostCommits[]> {
  const told: LostCommits[] = [];
  const acknowledged = createAcknowledged((commits) => told.push(commits));
  await acknowledged.connected(knowing(null), 1, 1);
  for (const place of places) acknowledged.committed(1, place);
  for (const _ of ["one connection", "another"]) await acknowledged.connected(promoted, 2, 1);
  return told;
}

Deno.test("a commit is missed when the log ends where it should begin, or before, and told once", async () => {
  const from = 0x1_0000_00ff;
  const lost = { timeline: 2, from: "1/FF" };
  assert.deepEqual(await missed([7, from], knowing(from)), [{ ...lost, acknowledged: "1/FF" }]);
  // They are acknowledged in another order than they stand in the log.
  assert.deepEqual(await missed([from + 1, 7], knowing(from)), [{
    ...lost,
    acknowledged: "1/100",
  }]);
});

Deno.test("nothing is missed where the log goes further, nothing was acknowledged, or Postgres does not know", async () => {
  assert.deepEqual(await missed([7, 8], knowing(9)), []);
  assert.deepEqual(await missed([], knowing(9)), []);
  assert.deepEqual(await missed([7], knowing(null)), []);
});

Deno.test("what a pooler passes to a Postgres that nobody has looked at yet does not count for the one before", async () => {
  const told: LostCommits[] = [];
  const acknowledged = createAcknowledged((commits) => told.push(commits));
  await acknowledged.connected(knowing(null), 1, 1);
  acknowledged.committed(1, 50);
  acknowledged.committed(2, 200);
  await acknowledged.connected(knowing(100), 2, 1);
  assert.deepEqual(told, []);
});

Deno.test("a commit that the old primary acknowledged later is missed, and not asked for of the next one", async () => {
  const told: LostCommits[] = [];
  const acknowledged = createAcknowledged((commits) => told.push(commits));
  await acknowledged.connected(knowing(null), 1, 1);
  await acknowledged.connected(knowing(100), 2, 1);
  acknowledged.committed(1, 99);
  acknowledged.committed(2, 200);
  assert.deepEqual(told, []);
  acknowledged.committed(1, 300);
  assert.deepEqual(told, [{ timeline: 2, from: "0/64", acknowledged: "0/12C" }]);
  await acknowledged.connected(knowing(250), 3, 1);
  assert.equal(told.length, 1);
});
