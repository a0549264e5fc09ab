import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { signedUp, visitor } from "../../../testing/web/browse.ts";

async function beginGrant(registry: TestRegistry, scope?: string) {
  const response = await registry.request("/api/auth/device/code", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: "svc-cli", ...(scope === undefined ? {} : { scope }) }),
  });
  assert.equal(response.status, 200);
  return await response.json() as {
    user_code: string;
    device_code: string;
    verification_uri_complete: string;
  };
}

async function redeem(registry: TestRegistry, deviceCode: string) {
  const response = await registry.request("/api/auth/device/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: deviceCode,
      client_id: "svc-cli",
    }),
  });
  return await response.json() as { access_token?: string; error?: string };
}

Deno.test("a device grant is approved on the page that shows code, client and device (RFC 8628)", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const grant = await beginGrant(registry, "device:ada-laptop");
  const shown = await ada.get(`/device?user_code=${grant.user_code}`);
  assert.equal(shown.status, 200);
  assert.ok(shown.html.includes(`>${grant.user_code}<`), "the terminal's code, letter by letter");
  assert.match(shown.html, /The svc command line, on <b>ada-laptop<\/b>/);
  const done = await ada.post("/device", { user_code: grant.user_code, decision: "approve" });
  assert.match(done.html, /The device is connected/);
  assert.ok((await redeem(registry, grant.device_code)).access_token);
});

Deno.test("the code is one format in JSON and page, and found with or without hyphen and case", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const { user_code, verification_uri_complete } = await beginGrant(registry);
  assert.match(user_code, /^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  assert.ok(verification_uri_complete.endsWith(`/device?user_code=${user_code}`));
  const plain = user_code.replace("-", "");
  for (
    const typed of [user_code, plain, plain.toLowerCase(), `${plain.slice(0, 4)} ${plain.slice(4)}`]
  ) {
    const { html } = await ada.get(`/device?user_code=${encodeURIComponent(typed)}`);
    assert.ok(html.includes(`>${user_code}<`), typed);
  }
});

Deno.test("a refused device receives nothing, and its code is used up", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const grant = await beginGrant(registry);
  await ada.get(`/device?user_code=${grant.user_code}`);
  const done = await ada.post("/device", { user_code: grant.user_code, decision: "deny" });
  assert.match(done.html, /The device was refused/);
  assert.equal((await redeem(registry, grant.device_code)).error, "access_denied");
  const again = await ada.get(`/device?user_code=${grant.user_code}`);
  assert.notEqual(again.status, 200);
});

Deno.test("a decision that is posted before its page was shown is refused in our words, and shows the page first", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const grant = await beginGrant(registry);
  for (const decision of ["approve", "deny"]) {
    const { status, html } = await ada.post("/device", { user_code: grant.user_code, decision });
    assert.equal(status, 409);
    assert.match(html, /Look at who asks before you allow or refuse it/);
    assert.match(
      html,
      new RegExp(`value="${grant.user_code}"`),
      "the code need not be typed again",
    );
    assert.doesNotMatch(html, /claimed|GET \/device/);
  }
  assert.equal((await redeem(registry, grant.device_code)).error, "authorization_pending");
  await ada.get(`/device?user_code=${grant.user_code}`);
  const done = await ada.post("/device", { user_code: grant.user_code, decision: "approve" });
  assert.match(done.html, /The device is connected/);
});

Deno.test("a missing decision is a refusal, never an approval", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const grant = await beginGrant(registry);
  await ada.get(`/device?user_code=${grant.user_code}`);
  await ada.post("/device", { user_code: grant.user_code });
  assert.equal((await redeem(registry, grant.device_code)).error, "access_denied");
});

Deno.test("a code that one person opened cannot be approved by another", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const bob = await signedUp(registry, "bob");
  const grant = await beginGrant(registry);
  await ada.get(`/device?user_code=${grant.user_code}`);
  const answer = await bob.post("/device", { user_code: grant.user_code, decision: "approve" });
  assert.notEqual(answer.status, 200);
  assert.equal((await redeem(registry, grant.device_code)).error, "authorization_pending");
});

Deno.test("an unknown code is asked for again; a stranger signs in first and comes back", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const unknown = await ada.get("/device?user_code=WXYZ-WXYZ");
  assert.equal(unknown.status, 400);
  assert.match(unknown.html, /There is no such code/);
  assert.equal(
    (await visitor(registry).get("/device?user_code=WXYZ-WXYZ")).location,
    "/sign-in?return_to=%2Fdevice%3Fuser_code%3DWXYZ-WXYZ",
  );
});

Deno.test("an expired code says so", async () => {
  await using registry = await testRegistry({ now: new Date() });
  const ada = await signedUp(registry, "ada");
  const grant = await beginGrant(registry);
  await registry.services.db.updateTable("deviceCode")
    .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() }).execute();
  const shown = await ada.get(`/device?user_code=${grant.user_code}`);
  assert.match(shown.html, /This code has expired/);
});
