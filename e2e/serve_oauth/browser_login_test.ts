import assert from "node:assert/strict";
import { allow, begin, sessionOf, signIn, tab } from "./browser.ts";
import { oauthServer } from "./oauth_server.ts";
import { acmeRegistry } from "./people.ts";

Deno.test("a member signs in with a browser: PKCE, state and nonce go along, a session comes of it", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const ada = tab(server);
  const request = await begin(ada, "/auth/login?return_to=/runs?status=failed");
  assert.equal(request.origin, acme.url);
  const asked = request.searchParams;
  assert.equal(asked.get("code_challenge_method"), "S256");
  for (const name of ["state", "nonce", "code_challenge"]) assert.ok(asked.get(name)!.length >= 43);
  assert.equal(asked.get("redirect_uri"), `${server.url}/auth/callback`);
  const back = await allow(acme, acme.ada, request);
  const answer = await ada.get(back.pathname + back.search);
  assert.equal(answer.status, 303, await answer.text());
  assert.equal(answer.headers.get("location"), "/runs?status=failed");
  const cookie = answer.headers.getSetCookie().find((line) => line.includes("session"))!;
  assert.match(cookie, /; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/);
  const me = await (await ada.get("/")).json();
  assert.deepEqual([me.kind, me.name, me.cookie], ["user", "ada", true]);
  const rows = JSON.stringify(server.kept.state.database.prepare("SELECT * FROM session").all());
  assert.ok(!rows.includes(sessionOf(ada)!), "only its hash is kept");
});

Deno.test("a code is good once: the callback called again signs nobody in", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const ada = tab(server);
  const back = await allow(acme, acme.ada, await begin(ada));
  const copy = new Map(ada.jar);
  assert.equal((await ada.get(back.pathname + back.search)).status, 303);
  const second = tab(server);
  for (const [name, value] of copy) second.jar.set(name, value);
  const again = await second.get(back.pathname + back.search);
  assert.equal(again.status, 400, await again.text());
  assert.equal(sessionOf(second), undefined);
});

Deno.test("login CSRF: a callback of an attacker's login signs no other browser in", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const attackers = await allow(acme, acme.ada, await begin(tab(server)));
  const fresh = tab(server);
  const stranger = await fresh.get(attackers.pathname + attackers.search);
  assert.deepEqual([stranger.status, sessionOf(fresh)], [400, undefined]);
  const busy = tab(server);
  await begin(busy);
  const mixed = await busy.get(attackers.pathname + attackers.search);
  assert.deepEqual([mixed.status, sessionOf(busy)], [400, undefined], "with a login of its own");
});

Deno.test("state, code and issuer of the answer must fit; errors are shown as text", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const twisted: ((query: URLSearchParams) => void)[] = [
    (query) => query.set("state", query.get("state")! + "x"),
    (query) => query.delete("state"),
    (query) => query.append("state", query.get("state")!),
    (query) => query.set("code", "x".repeat(32)),
    (query) => query.delete("code"),
    (query) => query.set("iss", "https://evil.example"),
    (query) => query.delete("iss"),
    (query) => query.set("error", "<script>alert(1)</script>"),
  ];
  for (const twist of twisted) {
    const ada = tab(server);
    const back = await allow(acme, acme.ada, await begin(ada));
    const query = new URLSearchParams(back.search);
    twist(query);
    const answer = await ada.get(`${back.pathname}?${query}`);
    const text = await answer.text();
    assert.deepEqual([answer.status, sessionOf(ada)], [400, undefined], twist.toString());
    assert.ok(!text.includes("<script>"));
    assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
  }
  const denied = tab(server);
  const request = await begin(denied);
  const state = request.searchParams.get("state");
  const answer = await denied.get(`/auth/callback?error=access_denied&state=${state}`);
  assert.equal(answer.status, 403);
});

Deno.test("fixation: a session that the browser brought along is not taken, and ends", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const attacker = tab(server);
  await signIn(acme, attacker, acme.ada);
  const planted = sessionOf(attacker)!;
  const victim = tab(server);
  for (const [name, value] of attacker.jar) victim.jar.set(name, value);
  await signIn(acme, victim, acme.ada);
  assert.notEqual(sessionOf(victim), planted);
  assert.equal((await attacker.get("/")).status, 401);
  assert.equal((await victim.get("/")).status, 200);
  const chosen = tab(server);
  chosen.jar.set([...victim.jar.keys()][0]!, "x".repeat(43));
  assert.equal((await chosen.get("/")).status, 401);
});

Deno.test("a browser comes back to a page of this server only", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const elsewhere = ["//evil.example", "/\\evil.example", "https://evil.example/", "/auth/logout"];
  for (const place of elsewhere) {
    const path = `/auth/login?return_to=${encodeURIComponent(place)}`;
    const answer = await signIn(acme, tab(server), acme.ada, path);
    assert.equal(answer.headers.get("location"), "/", place);
  }
});

Deno.test("signing out ends the session, and no other site can do it", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const ada = tab(server);
  await signIn(acme, ada, acme.ada);
  const own = { origin: server.url };
  for (const headers of [{}, { origin: "https://evil.example" }, { origin: "null" }] as const) {
    assert.equal((await ada.post("/auth/logout", headers)).status, 403);
  }
  assert.equal((await ada.get("/auth/logout")).status, 405);
  const kept = new Map(ada.jar);
  assert.equal((await ada.get("/")).status, 200);
  assert.equal((await ada.post("/auth/logout", own)).status, 303);
  assert.equal(sessionOf(ada), undefined);
  const stolen = tab(server);
  for (const [name, value] of kept) stolen.jar.set(name, value);
  assert.equal((await stolen.get("/")).status, 401);
});

Deno.test("a session ends after eight hours, and who is not admitted gets none", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const [ada, other] = [tab(server), tab(server)];
  await signIn(acme, ada, acme.ada);
  const start = server.clock.now.getTime();
  server.clock.now = new Date(start + 8 * 3_600_000 - 60_000);
  assert.equal((await ada.get("/")).status, 200);
  server.clock.now = new Date(start + 8 * 3_600_000);
  assert.equal((await ada.get("/")).status, 401);
  const eve = await signIn(acme, other, await acme.signUp("eve"));
  assert.equal(eve.status, 403);
  assert.match(await eve.text(), /do not have access/);
  assert.equal(sessionOf(other), undefined);
});

Deno.test("who began to sign in before ten minutes or a restart starts again", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const ada = tab(server);
  const back = await allow(acme, acme.ada, await begin(ada));
  server.clock.now = new Date(server.clock.now.getTime() + 10 * 60_000);
  const answer = await ada.get(back.pathname + back.search);
  assert.deepEqual([answer.status, sessionOf(ada)], [400, undefined]);
});

Deno.test("the registry down in the middle of a login is told, and signs nobody in", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const ada = tab(server);
  const back = await allow(acme, acme.ada, await begin(ada, "/auth/login?return_to=/runs"));
  await acme.down();
  const answer = await ada.get(back.pathname + back.search);
  assert.deepEqual([answer.status, sessionOf(ada)], [502, undefined]);
  assert.match(await answer.text(), /href="\/auth\/login\?return_to=%2Fruns"/);
  const code = back.searchParams.get("code")!;
  assert.ok(!server.logged.join("").includes(code), "no code in the log");
});
