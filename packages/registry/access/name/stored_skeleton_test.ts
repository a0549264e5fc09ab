import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { testRegistry } from "../../testing.ts";
import { extensionSkeleton } from "./reserved.ts";
import { storedSkeleton } from "./stored_skeleton.ts";

Deno.test("the store's skeleton of a name is that of the rule", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const segment = fc.string({
    unit: fc.constantFrom(..."abilmnorsvw015-_"),
    minLength: 1,
    maxLength: 12,
  });
  const rests = fc.sample(fc.array(segment, { minLength: 1, maxLength: 3 }), 200);
  const names = [...new Set(rests.map((rest) => `@a_5rn/${rest.join("/")}`))];
  for (const name of names) {
    const { rows: [row] } = await sql<{ found: string }>`
      select ${storedSkeleton(db, "name")} as found from (select ${sql.lit(name)} as name) as named`
      .execute(db);
    assert.equal(row!.found, extensionSkeleton(name), name);
  }
});
