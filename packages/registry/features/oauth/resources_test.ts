import assert from "node:assert/strict";
import { createApp } from "../../app.ts";
import { disableAccount, enableAccount } from "../operating/accounts.ts";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { canonicalAddress, isOwnMachine } from "./address.ts";
import { registeredServers } from "./resources.ts";
import { A, askToRegister, B, server, type Servers, twoServers } from "./testing.ts";

/** The applications that are a server. */
async function holders({ services: { db } }: TestRegistry, address: string) {
  const links = await db.selectFrom("oauthClientResource").select("clientId")
    .where("resourceId", "=", address).execute();
  return links.map(({ clientId }) => clientId);
}

Deno.test("nobody registers the address of another, of a server or of the registry, however it is written", async () => {
  await using servers = await twoServers();
  const { registry, anna, ben } = servers;
  const board = "https://board.example";
  const made = await askToRegister(registry, anna, { redirect_uris: [`${board}/return`] });
  assert.equal(made.status, 201);
  const before = await holders(registry, A);
  const refused = [
    A,
    board,
    "https://A.example",
    "HTTPS://a.example",
    `${A}/`,
    `${A}:443`,
    `${A}.`,
    `${A}.:443`,
    `${A}/.`,
    `${A}/x/..`,
    `${A}?`,
    `${A}#`,
    "https://user@a.example",
    "https://%61.example",
    "https://ａ.example",
    "https:a.example",
    "https:\\\\a.example",
  ];
  for (const address of refused) {
    const origin = canonicalAddress(address)!;
    const { status, body } = await askToRegister(registry, ben, {
      redirect_uris: [`${origin}/callback`],
      resource: address,
    });
    assert.deepEqual([status, body.error], [400, "invalid_client_metadata"], address);
  }
  assert.deepEqual(await holders(registry, A), before);
  const { body } = await send(registry, "GET /api/v1/oauth/applications", { cookie: ben.cookie });
  assert.equal(body.applications.length, 1, "a refused one leaves nothing behind");
  const taken = await askToRegister(registry, ben, server(A));
  assert.match(
    taken.body.error_description,
    /https:\/\/a\.example already belongs to somebody else/,
  );
  for (const address of ["https://sub.a.example", `${A}:8443`, "https://xn--bcher-kva.example"]) {
    assert.equal((await askToRegister(registry, ben, server(address))).status, 201, address);
  }
});

Deno.test("nobody is the registry itself", async () => {
  const baseUrl = "https://registry.example";
  await using registry = await testRegistry({ environment: { SVC_BASE_URL: baseUrl } });
  const { key } = await personalKey(registry, await signUp(registry, "anna"));
  for (const address of [baseUrl, `${baseUrl}:443`, "https://REGISTRY.example"]) {
    const { status, body } = await send(registry, "POST /api/auth/oauth2/register", {
      bearer: key,
      body: { ...server(baseUrl), resource: address },
    });
    assert.deepEqual([status, body.error], [400, "invalid_client_metadata"], address);
  }
});

Deno.test("an address of the person's own machine is everybody's own", async () => {
  await using servers = await twoServers();
  for (const address of ["http://127.0.0.1:4400", "http://localhost:4400"]) {
    for (const person of [servers.anna, servers.ben]) {
      assert.equal((await askToRegister(servers.registry, person, server(address))).status, 201);
    }
    assert.equal((await holders(servers.registry, address)).length, 2);
  }
  const table: [string, boolean][] = [
    ["http://127.0.0.1", true],
    ["http://127.9.9.9:1", true],
    ["http://[::1]:1", true],
    ["https://localhost", true],
    ["https://app.localhost:1", true],
    ["https://localhost.example", false],
    ["https://127.0.0.1.example", false],
    ["http://10.0.0.1", false],
  ];
  for (const [address, own] of table) assert.equal(isOwnMachine(address), own, address);
});

Deno.test("an owner who registers their address again moves it to the new application", async () => {
  await using servers = await twoServers();
  const { registry, anna, a } = servers;
  const again = await askToRegister(registry, anna, server(A));
  assert.equal(again.status, 201);
  assert.deepEqual(await holders(registry, A), [again.body.client_id]);
  await send(registry, `DELETE /api/v1/oauth/applications/${a.id}`, { cookie: anna.cookie });
  assert.deepEqual(await holders(registry, A), [again.body.client_id]);

  await collective(registry, anna, "acme");
  const { key } = await token(registry, anna, "acme", ["oauth:manage"]);
  const others = await send(registry, "POST /api/auth/oauth2/register", {
    bearer: key,
    body: server(A),
  });
  assert.equal(others.status, 400, "a collective is not the person");
});

Deno.test("a collective's server is one while it is there and an owner of it is not disabled", async () => {
  await using servers = await twoServers();
  const { registry, anna, ben } = servers;
  const { db } = registry.services;
  const { id } = await collective(registry, anna, "acme");
  await join(registry, anna, "acme", ben);
  const { key } = await token(registry, anna, "acme", ["oauth:manage"]);
  const address = "https://acme.example";
  const made = await send(registry, "POST /api/auth/oauth2/register", {
    bearer: key,
    body: server(address),
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const isServer = async () => (await registeredServers(db, [address])).size === 1;
  assert.equal(await isServer(), true);
  await disableAccount(
    registry.services,
    { username: "anna", reason: undefined, by: "command" },
    new Date(),
  );
  assert.equal(await isServer(), false, "its only owner is disabled, and a member is none");
  await enableAccount(registry.services, "anna", registry.services.now());
  assert.equal(await isServer(), true);
  await db.updateTable("collective").set({ deleted_at: new Date().toISOString() })
    .where("id", "=", id).execute();
  assert.equal(await isServer(), false);
});

/** The same registry, served by two. */
function second({ registry }: Servers): TestRegistry {
  const { services } = registry;
  const app = createApp(services);
  return {
    ...registry,
    app,
    request: async (path, init) =>
      await app.request(new URL(path, services.config.baseUrl).href, init, {
        remoteAddress: "127.0.0.1",
      }),
  };
}

Deno.test("of many who register one address at once, also at two servers, one gets it, by a constraint", async () => {
  await using servers = await twoServers();
  const { registry, anna, ben } = servers;
  const other = second(servers);
  const address = "https://c.example";
  const answers = await Promise.all(
    Array.from(
      { length: 12 },
      (_, n) =>
        askToRegister(n % 3 === 0 ? other : registry, n % 2 === 0 ? anna : ben, server(address)),
    ),
  );
  const owners = new Set(answers.flatMap(({ status }, n) => status === 201 ? [n % 2] : []));
  assert.equal(owners.size, 1, "all that were taken are one owner's");
  assert.equal((await holders(registry, address)).length, 1);
  const at = new Date().toISOString();
  await assert.rejects(
    registry.services.db.insertInto("oauthClientResource").values({
      id: crypto.randomUUID(),
      clientId: servers.a.id,
      resourceId: B,
      createdAt: at,
      soleAddress: B,
    }).execute(),
    /unique/i,
  );
});
