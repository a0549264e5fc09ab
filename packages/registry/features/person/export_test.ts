import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { testEmbedded } from "../../testing/engine.ts";
import { wholeReads } from "../../testing/whole_reads.ts";
import { signUp } from "../identity/testing.ts";
import { exportPerson } from "./export.ts";

testEmbedded("the copy of a person's data reads what is theirs, never a whole table", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { services } = registry;
  const reads = await wholeReads(services.db, () => exportPerson(services, ada.id));
  assert.deepEqual(reads, []);
});

testEmbedded("a query that reads a whole table is noticed", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const reads = await wholeReads(
    db,
    () => db.selectFrom("extension").select("name").where("license", "=", "MIT").execute(),
  );
  assert.match(reads.join(), /^SCAN extension: select "name"/);
});
