import assert from "node:assert/strict";
import { cookieOf, type Person, personalKey, send, signUp } from "../testing.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { refuseWrites } from "../../../testing/engine.ts";

const NEXT = "another long password";

const change = (registry: TestRegistry, ada: Person, more: Record<string, unknown> = {}) =>
  send(registry, "POST /api/auth/change-password", {
    cookie: ada.cookie,
    headers: { origin: "http://registry.test" },
    body: { currentPassword: ada.password, newPassword: NEXT, ...more },
  });

const signIn = (registry: TestRegistry, username: string, password: string) =>
  send(registry, "POST /api/auth/sign-in/username", { body: { username, password } });

const whoami = async (registry: TestRegistry, cookie: string) =>
  (await send(registry, "GET /api/whoami", { cookie })).status;

Deno.test("a new password ends every other session of the person and nobody else's, and keeps the present one", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  const key = await personalKey(registry, ada);
  const others = [
    cookieOf((await signIn(registry, "ada", ada.password)).headers),
    cookieOf((await signIn(registry, "ada", ada.password)).headers),
  ];
  // Known to the cache: they must be forgotten there too.
  for (const cookie of others) assert.equal(await whoami(registry, cookie), 200);
  const { status, body } = await change(registry, ada);
  assert.deepEqual([status, body], [200, { endedSessions: 2, deletedKeys: 0 }]);
  for (const cookie of others) assert.equal(await whoami(registry, cookie), 401);
  assert.equal(await whoami(registry, ada.cookie), 200);
  assert.equal(await whoami(registry, bob.cookie), 200);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key.key })).status, 200);
  assert.equal((await signIn(registry, "ada", ada.password)).status, 401);
  assert.equal((await signIn(registry, "ada", NEXT)).status, 200);
  const byAddress = await send(registry, "POST /api/auth/sign-in/email", {
    body: { email: ada.email, password: NEXT },
  });
  assert.equal(byAddress.status, 200);
});

Deno.test("a client cannot ask for the other sessions to be kept", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const other = cookieOf((await signIn(registry, "ada", ada.password)).headers);
  await change(registry, ada, { revokeOtherSessions: false });
  assert.equal(await whoami(registry, other), 401);
});

Deno.test("a wrong current password changes nothing and ends no session", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const other = cookieOf((await signIn(registry, "ada", ada.password)).headers);
  const wrong = await change(registry, ada, { currentPassword: "not the password" });
  assert.deepEqual([wrong.status, wrong.body.code], [401, "invalid_credentials"]);
  assert.equal(await whoami(registry, other), 200);
  assert.equal((await signIn(registry, "ada", ada.password)).status, 200);
});

Deno.test("when the other sessions cannot be ended the password stays: both or neither", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await signIn(registry, "ada", ada.password);
  await refuseWrites(registry.services.db, "before delete on session", "no");
  assert.equal((await change(registry, ada)).status, 500);
  assert.equal((await signIn(registry, "ada", ada.password)).status, 200);
});

Deno.test("of two changes at once that know the same password, one succeeds", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const answers = await Promise.all([
    change(registry, ada),
    change(registry, ada, { newPassword: "a third long password" }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401]);
});

Deno.test("a password that anybody would guess is refused, at sign-up and at a change", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada-lovelace");
  const common = ["password", "PassWord", "12345678", "trustno1", "qwertyuiop", "１２３４５６７８"];
  const plain = ["aaaaaaaa", " ".repeat(8), "stuvwxyz"];
  for (const password of [...common, ...plain, "new-person", "New-Person@example.org"]) {
    const { status, body } = await send(registry, "POST /api/auth/sign-up/email", {
      body: { username: "new-person", email: "new-person@example.org", password },
    });
    assert.deepEqual([status, body.code, body.details?.[0].path], [
      400,
      "validation_failed",
      "password",
    ], password);
    assert.match(body.error, /password: (is among the most common|must (not be|have at least))/);
  }
  for (
    const newPassword of [...common, ...plain, "ada-lovelace", "ada-lovelace@example.org", "short"]
  ) {
    const { status, body } = await change(registry, ada, { newPassword });
    assert.deepEqual([status, body.details?.[0].path], [400, "newPassword"], newPassword);
  }
  assert.equal((await signIn(registry, "ada-lovelace", ada.password)).status, 200);
  assert.equal((await registry.services.db.selectFrom("user").selectAll().execute()).length, 1);
});

Deno.test("guessing the current password in a session that was taken over is slowed", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  const ada = await signUp(registry, "ada");
  const statuses: number[] = [];
  for (let count = 0; count < 9; count++) {
    statuses.push((await change(registry, ada, { currentPassword: `guess ${count}` })).status);
  }
  assert.deepEqual(statuses, [...Array(8).fill(401), 429]);
});
