import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { inTransaction } from "./transaction.ts";

Deno.test("of many transactions that write one row at once each has its turn, and none is lost", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  await db.deleteFrom("index_serial").execute();
  await db.insertInto("index_serial").values({ id: 1, value: 0 }).execute();
  const writers = 24;
  await Promise.all(Array.from({ length: writers }, () =>
    inTransaction(db, async (trx) => {
      const { value } = await trx.selectFrom("index_serial").select("value")
        .executeTakeFirstOrThrow();
      await trx.updateTable("index_serial").set({ value: value + 1 }).execute();
    })));
  const { value } = await db.selectFrom("index_serial").select("value").executeTakeFirstOrThrow();
  assert.equal(value, writers);
});
