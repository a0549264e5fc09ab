import { equal, rejects } from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { addPerson } from "../../testing/extensions/people.ts";
import { COUNTED_FOR, rowCounts } from "./row_counts.ts";

Deno.test("rows are counted in pieces of any size", async () => {
  await using registry = await testRegistry();
  for (const name of ["ada", "bob", "cleo"]) await addPerson(registry.services, name);
  const { db, leaving } = registry.services;
  for (const most of [1, 2, 3, 4]) {
    // Another object of the same store, as what was counted is remembered by it.
    const store = { db: db.withTables(), leaving };
    equal((await rowCounts(store, 0, most)).user, 3, String(most));
  }
});

Deno.test("a count is told for a minute, and then until the next one is there", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const users = async (at: number) => (await rowCounts(services, at)).user;
  await addPerson(services, "ada");
  equal(await users(0), 1);
  await addPerson(services, "bob");
  equal(await users(COUNTED_FOR - 1), 1);
  equal(await users(COUNTED_FOR), 1, "nobody waits for the next one");
  while (await users(COUNTED_FOR) === 1) await new Promise((resolve) => setTimeout(resolve));
  equal(await users(COUNTED_FOR), 2);
});

Deno.test("a count that failed is done again", async () => {
  await using registry = await testRegistry();
  const { db, leaving } = registry.services;
  const failing = { ...registry.services, db: db.withTables() };
  const away = new Error("away");
  failing.db.selectFrom = () => {
    throw away;
  };
  await rejects(rowCounts(failing, 0), away);
  failing.db.selectFrom = db.selectFrom.bind(db);
  equal((await rowCounts({ db: failing.db, leaving }, 0)).user, 0);
});
