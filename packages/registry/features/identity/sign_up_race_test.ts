import assert from "node:assert/strict";
import { refuseWrites } from "../../testing/engine.ts";
import { testRegistry } from "../../testing.ts";
import { send, signUp } from "./testing.ts";

Deno.test("a sign-up that cannot be finished leaves nothing behind", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await send(registry, "POST /api/v1/collectives/create", {
    cookie: ada.cookie,
    body: { slug: "acme" },
  });
  const taken = await send(registry, "POST /api/auth/sign-up/email", {
    body: { email: "acme@example.org", password: "long enough a password", username: "acme" },
  });
  assert.equal(taken.status, 409);
  assert.equal(taken.body.code, "name_taken");
  assert.equal(taken.headers.getSetCookie().length, 0);
  const { db } = registry.services;
  assert.equal((await db.selectFrom("user").selectAll().execute()).length, 1);
  assert.equal((await db.selectFrom("account").selectAll().execute()).length, 1);
});

Deno.test("a sign-up that meets a full disk answers storage_full with what to do, and leaves nothing", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  await refuseWrites(db, "before insert on account", "database or disk is full");
  const answer = await send(registry, "POST /api/auth/sign-up/email", {
    body: { email: "ada@example.org", password: "long enough a password", username: "ada" },
  });
  assert.deepEqual([answer.status, answer.body.code], [507, "storage_full"]);
  assert.match(answer.body.hint, /try again/);
  assert.deepEqual(await db.selectFrom("user").selectAll().execute(), []);
});

Deno.test("of many sign-ups for one name at once, one succeeds and no half account stays", async () => {
  await using registry = await testRegistry();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      send(registry, "POST /api/auth/sign-up/email", {
        body: {
          email: `ada${index}@example.org`,
          password: "long enough a password",
          username: index % 2 === 0 ? "ada" : "a-da",
        },
      })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(409)]);
  const { db } = registry.services;
  for (const table of ["user", "account", "session", "collective", "collective_member"] as const) {
    assert.equal((await db.selectFrom(table).selectAll().execute()).length, 1, table);
  }
});
