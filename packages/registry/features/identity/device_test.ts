import assert from "node:assert/strict";
import { answerDevice, openDevice, send, signUp } from "./testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

async function begin(registry: TestRegistry, client = "svc-cli") {
  const { status, body } = await send(registry, "POST /api/auth/device/code", {
    body: { client_id: client },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body as { device_code: string; user_code: string; verification_uri: string };
}

function redeem(registry: TestRegistry, device_code: string, client_id = "svc-cli") {
  return send(registry, "POST /api/auth/device/token", {
    body: { client_id, device_code, grant_type: GRANT },
  });
}

/** Lets the next poll be early enough without waiting the interval out. */
async function forgetPoll(registry: TestRegistry): Promise<void> {
  await registry.services.db.updateTable("deviceCode").set({ lastPolledAt: null }).execute();
}

Deno.test("a device approved by a person receives a session, and with it a personal key (RFC 8628)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { device_code, user_code, verification_uri } = await begin(registry);
  assert.equal(verification_uri, "http://registry.test/device");
  const pending = await redeem(registry, device_code);
  assert.deepEqual([pending.status, pending.body.error], [400, "authorization_pending"]);
  const shown = (await openDevice(registry, ada.cookie, user_code.toLowerCase())).body;
  assert.match(user_code, /^[A-Z0-9]{4}-[A-Z0-9]{4}$/, "one format everywhere");
  assert.deepEqual([shown.status, shown.client_id], ["pending", "svc-cli"]);
  assert.equal((await answerDevice(registry, ada.cookie, user_code)).status, 200);
  await forgetPoll(registry);
  const { status, body } = await redeem(registry, device_code);
  assert.equal(status, 200);
  const made = await send(registry, "POST /api/auth/api-key/create", {
    bearer: body.access_token,
    body: { name: "cli" },
  });
  const me = await send(registry, "GET /api/whoami", { bearer: made.body.key });
  assert.equal(me.body.username, "ada");
});

Deno.test("a device code redeemed twice, also at once, gives one session", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { device_code, user_code } = await begin(registry);
  await openDevice(registry, ada.cookie, user_code);
  await answerDevice(registry, ada.cookie, user_code);
  const before = await registry.services.db.selectFrom("session").select("id").execute();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => redeem(registry, device_code)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const after = await registry.services.db.selectFrom("session").select("id").execute();
  assert.equal(after.length, before.length + 1);
  await forgetPoll(registry);
  assert.equal((await redeem(registry, device_code)).body.error, "invalid_grant");
});

Deno.test("a decision about a code that nobody looked at has a stable code, and says what to do", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { user_code } = await begin(registry);
  for (const word of ["approve", "deny"] as const) {
    const { status, body } = await answerDevice(registry, ada.cookie, user_code, word);
    assert.deepEqual([status, body], [409, {
      error: "Look at who asks before you allow or refuse it",
      code: "conflict",
      hint: "Open http://registry.test/device, enter the code, and answer there.",
    }]);
  }
});

Deno.test("a denied device is told so, and an answered code cannot be answered again", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { device_code, user_code } = await begin(registry, "svc-serve-bootstrap");
  await openDevice(registry, ada.cookie, user_code);
  await answerDevice(registry, ada.cookie, user_code, "deny");
  const again = await answerDevice(registry, ada.cookie, user_code);
  assert.deepEqual([again.status, again.body.error], [400, "invalid_request"]);
  const answer = await redeem(registry, device_code, "svc-serve-bootstrap");
  assert.equal(answer.body.error, "access_denied");
});

Deno.test("polling faster than the interval is told to slow down", async () => {
  await using registry = await testRegistry();
  const { device_code } = await begin(registry);
  // So long that no machine is slower.
  await registry.services.db.updateTable("deviceCode").set({ pollingInterval: 3_600_000 })
    .execute();
  assert.equal((await redeem(registry, device_code)).body.error, "authorization_pending");
  assert.equal((await redeem(registry, device_code)).body.error, "slow_down");
});

Deno.test("an expired code is refused to the device and to the person", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { device_code, user_code } = await begin(registry);
  await registry.services.db.updateTable("deviceCode")
    .set({ expiresAt: "2020-01-01T00:00:00.000Z" }).execute();
  const shown = await openDevice(registry, ada.cookie, user_code);
  assert.deepEqual([shown.status, shown.body.error], [400, "expired_token"]);
  assert.equal((await redeem(registry, device_code)).body.error, "expired_token");
});

Deno.test("the person who opened a code is the only one who can approve it", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  const { user_code } = await begin(registry);
  await openDevice(registry, ada.cookie, user_code);
  const seen = await openDevice(registry, eve.cookie, user_code);
  assert.equal(seen.body.client_id, undefined);
  const others = await answerDevice(registry, eve.cookie, user_code);
  assert.deepEqual([others.status, others.body.error], [403, "access_denied"]);
  const strangers = await answerDevice(registry, "", user_code);
  assert.equal(strangers.status, 401);
});

Deno.test("unknown clients and unknown codes are refused", async () => {
  await using registry = await testRegistry();
  const unknown = await send(registry, "POST /api/auth/device/code", {
    body: { client_id: "somebody-else" },
  });
  assert.deepEqual([unknown.status, unknown.body.error], [400, "invalid_client"]);
  assert.equal((await redeem(registry, "no such code")).body.error, "invalid_grant");
  const { device_code } = await begin(registry);
  assert.equal(
    (await redeem(registry, device_code, "svc-serve-bootstrap")).body.error,
    "invalid_grant",
  );
});
