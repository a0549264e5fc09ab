import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { signedUp, visitor } from "../../../testing/web/browse.ts";

const STATE = "c0ffee00-0000-4000-8000-000000000001";

function asked(changes: Record<string, string> = {}): Record<string, string> {
  return {
    cli_callback: "http://localhost:4711/callback",
    state: STATE,
    device_code: "ABCD-EFGH",
    ...changes,
  };
}

const address = (changes?: Record<string, string>) =>
  `/login?${new URLSearchParams(asked(changes))}`;

async function createKey(registry: TestRegistry, token: string) {
  return await registry.request("/api/auth/api-key/create", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: "cli-laptop-1790000000000" }),
  });
}

Deno.test("a command line logs in through the browser: page, callback, key (reference wire 1.1)", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const shown = await ada.get(address());
  assert.equal(shown.status, 200);
  assert.match(shown.html, />ABCD-EFGH</);
  assert.match(shown.html, /<dd>ada<\/dd>[\s\S]*<code>localhost:4711<\/code>[\s\S]*personal key/);

  const done = await ada.post("/login", { ...asked(), decision: "approve" });
  const next = /<a href="([^"]+)" rel="noreferrer">/.exec(done.html)![1]!.replaceAll("&amp;", "&");
  const callback = new URL(next);
  assert.equal(callback.origin + callback.pathname, "http://localhost:4711/callback");
  assert.equal(callback.searchParams.get("state"), STATE);
  const token = callback.searchParams.get("token")!;
  const created = await createKey(registry, token);
  assert.equal(created.status, 200);
  const { key } = await created.json() as { key: string };
  const whoami = await registry.request("/api/whoami", { headers: { "x-api-key": key } });
  assert.equal((await whoami.json()).username, "ada");
  assert.match((await ada.get("/cli/success")).html, /Go back to your terminal/);
});

Deno.test("the session that a browser login hands over ends after a quarter of an hour", async () => {
  await using registry = await testRegistry({ now: new Date("2026-11-28T08:00:00Z") });
  const ada = await signedUp(registry, "ada");
  const done = await ada.post("/login", { ...asked(), decision: "approve" });
  const token = /token=([A-Za-z0-9]+)/.exec(done.html)![1]!;
  const session = await registry.services.db.selectFrom("session").select("expiresAt")
    .where("token", "=", token).executeTakeFirstOrThrow();
  assert.equal(new Date(session.expiresAt).toISOString(), "2026-11-28T08:15:00.000Z");
});

Deno.test("a browser login leads to no address but a port of the person's own computer", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const elsewhere = [
    "https://evil.example/callback",
    "http://evil.example:4711/callback",
    "http://localhost.evil.example:4711/callback",
    "http://localhost:4711@evil.example/callback",
    "http://evil.example#@localhost:4711/callback",
    "http://user@localhost:4711/callback",
    "http://localhost/callback",
    "http://localhost:4711/callback?x=1",
    "http://localhost:4711/callback#x",
    "http://localhost:4711/other",
    "http://localhost:4711//evil.example/callback",
    "http://127.1:4711/callback",
    "http://0.0.0.0:4711/callback",
    "http://10.0.0.1:4711/callback",
    "//localhost:4711/callback",
    "javascript:alert(1)",
    "\thttp://localhost:4711/callback",
    "",
  ];
  for (const cli_callback of elsewhere) {
    assert.equal((await ada.get(address({ cli_callback }))).status, 400, cli_callback);
    const posted = await ada.post("/login", { ...asked({ cli_callback }), decision: "approve" });
    assert.equal(posted.status, 400, cli_callback);
  }
  for (const changes of [{ state: "" }, { state: "a\r\nb" }, { device_code: "<b>" }]) {
    assert.equal((await ada.get(address(changes))).status, 400, JSON.stringify(changes));
  }
  for (const host of ["127.0.0.1", "[::1]"]) {
    const shown = await ada.get(address({ cli_callback: `http://${host}:4711/callback` }));
    assert.equal(shown.status, 200, host);
  }
  const sessions = await registry.services.db.selectFrom("session").select("id").execute();
  assert.equal(sessions.length, 1, "nobody but the browser has one");
});

Deno.test("a refused browser login, or one without a decision, hands nothing over", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  for (const decision of [{ decision: "deny" }, {}] as Record<string, string>[]) {
    const done = await ada.post("/login", { ...asked(), ...decision });
    assert.match(done.html, /The login was refused/);
    assert.doesNotMatch(done.html, /4711/);
  }
  const sessions = await registry.services.db.selectFrom("session").select("id").execute();
  assert.equal(sessions.length, 1);
});

Deno.test("a stranger signs in before a browser login and comes back to it", async () => {
  await using registry = await testRegistry();
  const { location } = await visitor(registry).get(address());
  assert.equal(location, `/sign-in?return_to=${encodeURIComponent(address())}`);
  assert.equal((await visitor(registry).get("/login")).location, "/sign-in");
  assert.equal(
    (await visitor(registry).get(address({ cli_callback: "http://evil.example/" }))).status,
    400,
  );
});
