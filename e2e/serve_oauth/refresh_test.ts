import assert from "node:assert/strict";
import { join, type Person, send } from "../../packages/registry/features/identity/testing.ts";
import { temporaryState } from "../../packages/serve/testing/temporary_state.ts";
import { signIn, tab } from "./browser.ts";
import { type OAuthServer, oauthServer, TABLES } from "./oauth_server.ts";
import { type Acme, acmeRegistry, answerDevice } from "./people.ts";

const HOUR = 3_600_000;

const later = (server: OAuthServer, ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms);
};

async function tokenOf(acme: Acme, server: OAuthServer, person: Person): Promise<string> {
  const post = (path: string, body: unknown) =>
    server.ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const { deviceCode, userCode } = await (await post("/auth/device", {})).json();
  await answerDevice(acme, person, userCode);
  const answer = await post("/auth/device/token", { deviceCode });
  const body = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body.token;
}

async function ask(server: OAuthServer, token: string) {
  const answer = await server.ask("/", { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
}

async function memberBob(acme: Acme, role: string): Promise<Person> {
  const bob = await acme.signUp("bob");
  await join(acme.registry, acme.ada, "acme", bob, role);
  return bob;
}

function members({ registry }: Acme, { id }: Person) {
  const { db } = registry.services;
  return {
    set: (role: "member" | "admin") =>
      db.updateTable("collective_member").set({ role }).where("user_id", "=", id)
        .where("role", "!=", "owner").execute(),
    remove: () =>
      db.deleteFrom("collective_member").where("user_id", "=", id)
        .where("role", "!=", "owner").execute(),
  };
}

const RULES = {
  allow: [
    { collective: "acme", read: ["*"] },
    { collective: "acme", role: "admin", run: ["*"] },
  ],
};

Deno.test("a changed role changes the rights of tokens and sessions at the next refresh", async () => {
  await using acme = await acmeRegistry();
  const bob = await memberBob(acme, "admin");
  await using server = await oauthServer(acme.url, { apiKey: acme.key, admission: RULES });
  const token = await tokenOf(acme, server, bob);
  const browser = tab(server);
  await signIn(acme, browser, bob);
  const runs = async () => [
    (await ask(server, token)).body.rights.run.length,
    (await (await browser.get("/")).json()).rights.run.length,
  ];
  assert.deepEqual(await runs(), [1, 1]);
  await members(acme, bob).set("member");
  later(server, 3 * HOUR);
  await server.oauth.refresh();
  assert.deepEqual(await runs(), [1, 1], "not asked before four hours");
  later(server, HOUR);
  await server.oauth.refresh();
  assert.deepEqual(await runs(), [0, 0]);
  await members(acme, bob).set("admin");
  later(server, 3 * HOUR);
  await server.oauth.refresh();
  assert.deepEqual(await runs(), [0, 0]);
  later(server, HOUR - 1);
  await server.oauth.refresh();
  assert.equal((await runs())[0], 0, "a millisecond before");
});

Deno.test("who leaves the collective loses token, session and open streams", async () => {
  await using acme = await acmeRegistry();
  const bob = await memberBob(acme, "member");
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const [hers, his] = [await tokenOf(acme, server, acme.ada), await tokenOf(acme, server, bob)];
  const browser = tab(server);
  await signIn(acme, browser, bob);
  const ended = Promise.withResolvers<string>();
  const request = new Request(server.url, {
    headers: { cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  const caller = await server.credentials.resolve(request, "127.0.0.1");
  using _watch = server.credentials.watch(caller, ended.resolve);
  await members(acme, bob).remove();
  later(server, 4 * HOUR);
  await server.oauth.refresh();
  assert.equal(await ended.promise, "The session has ended");
  assert.equal((await ask(server, his)).status, 401);
  assert.equal((await browser.get("/")).status, 401);
  assert.equal((await ask(server, hers)).status, 200);
});

Deno.test("a withdrawn consent ends what the person had here", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const token = await tokenOf(acme, server, acme.ada);
  const { cookie } = acme.ada;
  const { body } = await send(acme.registry, "GET /api/v1/oauth/consents", { cookie });
  await send(acme.registry, `DELETE /api/v1/oauth/consents/${body.consents[0].id}`, { cookie });
  later(server, 4 * HOUR);
  await server.oauth.refresh();
  assert.equal((await ask(server, token)).status, 401);
  assert.equal(server.kept.state.database.prepare("SELECT * FROM oauth_login").get(), undefined);
});

Deno.test("one login of two that ends leaves the person's token alone", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const token = await tokenOf(acme, server, acme.ada);
  const browser = tab(server);
  await signIn(acme, browser, acme.ada);
  // The grant of the browser's login is worth nothing any more.
  server.kept.state.database.prepare(
    "UPDATE oauth_login SET access = 'gone', refresh = NULL WHERE rowid = 2",
  ).run();
  later(server, 4 * HOUR);
  await server.oauth.refresh();
  assert.equal((await browser.get("/")).status, 401);
  assert.equal((await ask(server, token)).status, 200);
});

Deno.test("a registry that is down ends nobody for a day, and everybody then", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const token = await tokenOf(acme, server, acme.ada);
  await acme.down();
  later(server, 24 * HOUR);
  await server.oauth.refresh();
  assert.equal((await ask(server, token)).status, 200);
  assert.match(server.logged.join(""), /oauth\.refresh_failed/);
  later(server, 1);
  await server.oauth.refresh();
  assert.equal((await ask(server, token)).status, 401);
});

Deno.test("a restart holds tokens to the rules of now, in both directions", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  const options = { apiKey: acme.key, kept };
  let token: string;
  {
    await using server = await oauthServer(acme.url, options);
    token = await tokenOf(acme, server, acme.ada);
  }
  const allow = [{ collective: "acme", read: ["audit"] }];
  {
    await using server = await oauthServer(acme.url, { ...options, admission: { allow } });
    assert.deepEqual((await ask(server, token)).body.rights, { run: [], read: ["audit"] });
  }
  await using server = await oauthServer(acme.url, { ...options, admission: { users: ["bob"] } });
  assert.equal((await ask(server, token)).status, 401);
});
