import { equal, rejects } from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { addPerson } from "../../testing/extensions/people.ts";
import { COUNTED_FOR, rowCounts } from "./row_counts.ts";

Deno.test("a count is told for a minute", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const users = async (at: number) => (await rowCounts(services, at)).user;
  await addPerson(services, "ada");
  equal(await users(0), 1);
  await addPerson(services, "bob");
  equal(await users(COUNTED_FOR - 1), 1);
  equal(await users(COUNTED_FOR), 2);
});

Deno.test("a count that failed is done again", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const failing = { ...registry.services, db: db.withTables() };
  const away = new Error("away");
  failing.db.selectFrom = () => {
    throw away;
  };
  await rejects(rowCounts(failing, 0), away);
  failing.db.selectFrom = db.selectFrom.bind(db);
  equal((await rowCounts(failing, 0)).user, 0);
});
