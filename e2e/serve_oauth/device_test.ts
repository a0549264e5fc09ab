import assert from "node:assert/strict";
import { join, type Person, send } from "../../packages/registry/features/identity/testing.ts";
import { type Different, type OAuthServer, oauthServer } from "./oauth_server.ts";
import { type Acme, acmeRegistry, answerDevice } from "./people.ts";

const HEADERS = { "content-type": "application/json" };

function post(server: OAuthServer, path: string, body: unknown): Promise<Response> {
  return server.ask(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
}

async function begin(server: OAuthServer) {
  const answer = await post(server, "/auth/device", {});
  assert.equal(answer.status, 200);
  return await answer.json() as { deviceCode: string; userCode: string; verificationUri: string };
}

async function poll(server: OAuthServer, deviceCode: unknown) {
  const answer = await post(server, "/auth/device/token", { deviceCode });
  return { status: answer.status, body: await answer.json() };
}

async function serverOf(acme: Acme, more: Different = {}) {
  return await oauthServer(acme.url, { apiKey: acme.key, ...more });
}

async function login(acme: Acme, server: OAuthServer, person: Person) {
  const { deviceCode, userCode } = await begin(server);
  await answerDevice(acme, person, userCode);
  return await poll(server, deviceCode);
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

Deno.test("a member logs in by device and gets a token that acts as them", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const info = await (await server.ask("/auth/info")).json();
  assert.deepEqual(info, { mode: "oauth", verificationBaseUri: acme.url });
  const grant = await begin(server);
  assert.equal(grant.verificationUri, `${acme.url}/device`);
  // So long that no machine is slower.
  await acme.registry.services.db.updateTable("deviceCode").set({ pollingInterval: 3_600_000 })
    .execute();
  assert.deepEqual(await poll(server, grant.deviceCode), {
    status: 202,
    body: { status: "pending" },
  });
  const slow = await poll(server, grant.deviceCode);
  assert.deepEqual(slow, { status: 202, body: { status: "pending", slowDown: true } });
  const { status, body } = await login(acme, server, acme.ada);
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(body.token, /^oauth-[0-9a-f]{8}\.[0-9a-f]{64}$/);
  assert.deepEqual(body.principal, {
    id: acme.ada.id,
    email: "ada@example.org",
    name: "ada",
    collectives: ["acme", "ada"],
    groups: ["acme", "ada"],
  });
  const me = await (await server.ask("/", as(body.token))).json();
  assert.deepEqual([me.kind, me.name, me.initiatedBy], ["user", "ada", "user:ada"]);
  const days = (Date.parse(me.expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30);
});

Deno.test("who is in no allowed collective is told so and gets nothing", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const eve = await acme.signUp("eve");
  const { status, body } = await login(acme, server, eve);
  assert.deepEqual([status, body.error], [403, "Not admitted"]);
  assert.match(body.reason, /collective/);
  assert.ok(!body.reason.includes("acme"), "whom the server admits is not told");
  assert.equal(server.kept.state.database.prepare("SELECT * FROM token").get(), undefined);
  assert.equal(server.kept.state.database.prepare("SELECT * FROM oauth_login").get(), undefined);
});

Deno.test("a least role lets admins in and members not; rules give each their rights", async () => {
  await using acme = await acmeRegistry();
  const { registry } = acme;
  const [bob, carl] = [await acme.signUp("bob"), await acme.signUp("carl")];
  await join(registry, acme.ada, "acme", bob, "admin");
  await join(registry, acme.ada, "acme", carl);
  await using server = await serverOf(acme, {
    admission: {
      collectives: ["acme:admin"],
      allow: [
        { collective: "acme", read: ["*"] },
        { collective: "acme", role: "owner", run: ["deploy"] },
      ],
    },
  });
  assert.equal((await login(acme, server, carl)).status, 403);
  const rights = async (person: Person) => {
    const { body } = await login(acme, server, person);
    return (await (await server.ask("/", as(body.token))).json()).rights;
  };
  assert.deepEqual(await rights(bob), { run: [], read: ["*"] });
  assert.deepEqual(await rights(acme.ada), {
    run: [{ behavior: "deploy", method: "*" }],
    read: ["*"],
  });
});

Deno.test("denied, unknown, malformed and foreign codes are refused, and never logged", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const { deviceCode, userCode } = await begin(server);
  await answerDevice(acme, acme.ada, userCode, "deny");
  const denied = await poll(server, deviceCode);
  assert.deepEqual([denied.status, denied.body.reason], [403, undefined]);
  assert.equal((await poll(server, "a-strangers-code")).status, 400);
  for (const bad of ["", "a b", "x".repeat(513), 7, null, { a: 1 }, ["x"], "a\r\nb"]) {
    assert.equal((await poll(server, bad)).status, 400, JSON.stringify(bad));
  }
  const foreign = await send(acme.registry, "POST /api/auth/device/code", {
    body: { client_id: "svc-cli" },
  });
  await answerDevice(acme, acme.ada, foreign.body.user_code);
  assert.equal((await poll(server, foreign.body.device_code)).status, 400, "of another client");
  const logged = server.logged.join("");
  for (const code of [deviceCode, userCode, "a-strangers-code", foreign.body.device_code]) {
    assert.ok(!logged.includes(code));
  }
});

Deno.test("an expired code is 410", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const { deviceCode } = await begin(server);
  await acme.registry.services.db.updateTable("deviceCode")
    .set({ expiresAt: new Date(0).toISOString() }).execute();
  assert.equal((await poll(server, deviceCode)).status, 410);
});

Deno.test("a code many poll at once gives one token", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const { deviceCode, userCode } = await begin(server);
  await answerDevice(acme, acme.ada, userCode);
  const answers = await Promise.all(Array.from({ length: 8 }, () => poll(server, deviceCode)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

Deno.test("begun logins of one network are limited; the other methods are refused", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => post(server, "/auth/device", {})),
  );
  const limited = answers.filter(({ status }) => status === 429);
  assert.equal(limited.length, 5);
  assert.ok(Number(limited[0]!.headers.get("retry-after")) > 0);
  for (const answer of answers) await answer.body?.cancel();
  const wrong = await server.ask("/auth/device");
  assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "POST"]);
  await wrong.body?.cancel();
});

Deno.test("while the registry is down a login is 502 and says so, and a token works on", async () => {
  await using acme = await acmeRegistry();
  await using server = await serverOf(acme);
  const { body } = await login(acme, server, acme.ada);
  const { deviceCode } = await begin(server);
  await acme.down();
  assert.equal((await post(server, "/auth/device", {})).status, 502);
  const polled = await poll(server, deviceCode);
  assert.equal(polled.status, 502);
  assert.match(polled.body.error, /cannot be reached/);
  assert.equal((await server.ask("/", as(body.token))).status, 200);
});
