import assert from "node:assert/strict";
import { send } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";
import { PUBLISHED_SECONDS, retireKeys, SIGNS_SECONDS } from "./signing_keys.ts";

Deno.test("a key signs for 30 days, is published for one more, and is removed then", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const published = async () =>
    (await send(registry, "GET /api/auth/jwks")).body.keys.map((key: { kid: string }) => key.kid);
  const [first] = await published();
  const { createdAt, expiresAt } = await db.selectFrom("jwks").select(["createdAt", "expiresAt"])
    .executeTakeFirstOrThrow();
  const end = new Date(expiresAt!).getTime();
  assert.ok(Math.abs(end - new Date(createdAt).getTime() - SIGNS_SECONDS * 1000) < 1000);
  const gone = end + PUBLISHED_SECONDS * 1000;
  await retireKeys(db, new Date(gone - 1));
  assert.deepEqual(await published(), [first]);
  await retireKeys(db, new Date(gone));
  const [second, ...more] = await published();
  assert.ok(second !== first && more.length === 0);
});

Deno.test("a key from before keys had an end gets one, counted from its making", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  await send(registry, "GET /api/auth/jwks");
  const createdAt = new Date(Date.now() - 10 * 24 * 3_600_000).toISOString();
  await db.updateTable("jwks").set({ createdAt, expiresAt: null }).execute();
  await retireKeys(db, new Date());
  const { expiresAt } = await db.selectFrom("jwks").select("expiresAt").executeTakeFirstOrThrow();
  assert.equal(
    new Date(expiresAt!).getTime(),
    new Date(createdAt).getTime() + SIGNS_SECONDS * 1000,
  );
});
