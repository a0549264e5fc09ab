import assert from "node:assert/strict";
import { personalKey, send, signUp } from "../../features/identity/testing.ts";
import { cachedAnswers } from "./cached_answers.ts";
import { RATES } from "../rate/mod.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { addCollective, addPerson, addToken } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";

const PATH = "/api/v1/extensions/@acme/hello/latest";
const READ = `GET ${PATH}`;

/** A registry with one public extension whose newest version was read before. */
async function read(environment: Record<string, string> = {}) {
  const registry = await testRegistry({ environment });
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "pusher", { acme: "owner" });
  await published(registry, key);
  await registry.request(PATH).then((answer) => answer.arrayBuffer());
  return registry;
}

/** How many questions to the store `act` leads to. */
async function queriesOf(registry: TestRegistry, act: () => Promise<unknown>): Promise<number> {
  const executor = registry.services.db.getExecutor();
  const compile = executor.compileQuery.bind(executor);
  let queries = 0;
  executor.compileQuery = (...input: Parameters<typeof compile>) => {
    queries++;
    return compile(...input);
  };
  await act();
  executor.compileQuery = compile;
  return queries;
}

Deno.test("a known read with a known credential asks the store nothing, and has the same bytes for all", async () => {
  await using registry = await read();
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const token = await addToken(registry.services, "acme", ["extensions:push"]);
  const stranger = await send(registry, READ);
  for (const sending of [{ bearer: key }, { apiKey: token }, { cookie: ada.cookie }]) {
    await send(registry, READ, sending);
    let again;
    assert.equal(
      await queriesOf(registry, async () => again = await send(registry, READ, sending)),
      0,
    );
    assert.deepEqual(again!.body, stranger.body);
    assert.equal(again!.headers.get("cache-control"), "private, no-cache");
  }
  assert.match((await send(registry, READ)).headers.get("cache-control")!, /^public, max-age=0/);
});

Deno.test("a key that was deleted a moment ago is refused at once on a known read", async () => {
  await using registry = await read();
  const ada = await signUp(registry, "ada");
  const { id, key } = await personalKey(registry, ada);
  for (let count = 0; count < 2; count++) {
    assert.equal((await send(registry, READ, { bearer: key })).status, 200);
  }
  await send(registry, "POST /api/auth/api-key/delete", {
    cookie: ada.cookie,
    body: { keyId: id },
  });
  assert.equal((await send(registry, READ, { bearer: key })).status, 401);
});

Deno.test("an expired token is refused on a known read although it was good a second ago", async () => {
  await using registry = await read();
  const ada = await signUp(registry, "ada");
  const answer = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie,
    body: { name: "short", expiresIn: 2 * 24 * 3600 },
  });
  const { key, expiresAt } = answer.body;
  registry.clock.now = new Date(Date.parse(expiresAt) - 1000);
  for (let count = 0; count < 2; count++) {
    assert.equal((await send(registry, READ, { bearer: key })).status, 200);
  }
  registry.clock.now = new Date(expiresAt);
  const late = await send(registry, READ, { bearer: key });
  assert.deepEqual([late.status, late.body.code], [401, "token_expired"]);
});

Deno.test("a session that signed out is nobody's at once, on a known read and elsewhere", async () => {
  await using registry = await read();
  const ada = await signUp(registry, "ada");
  const { cookie } = ada;
  const whoami = async () => (await send(registry, "GET /api/whoami", { cookie })).status;
  const scope = async () =>
    (await send(registry, READ, { cookie })).headers.get("cache-control")!.split(",")[0];
  assert.deepEqual([await whoami(), await scope()], [200, "private"]);
  await send(registry, "POST /api/auth/sign-out", {
    cookie,
    body: {},
    headers: { origin: "http://registry.test" },
  });
  assert.deepEqual([await whoami(), await scope()], [401, "public"]);
});

Deno.test("known reads count against the caller's rate and the address's", async () => {
  await using registry = await read({ SVC_RATE_LIMIT: "on" });
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const statuses = new Set<number>();
  for (let count = 0; count <= RATES.principal.burst; count++) {
    statuses.add((await send(registry, READ, { bearer: key })).status);
  }
  assert.deepEqual([...statuses], [200, 429]);
  assert.equal((await send(registry, READ)).status, 200);
});

Deno.test("who is over their rate is refused by a prepared answer before anything else is done", async () => {
  await using registry = await read({ SVC_RATE_LIMIT: "on" });
  const { services } = registry;
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const authorization = `Bearer ${key}`;
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
  const ready = cachedAnswers(services);
  const asked = (method: string, path: string, sent: Record<string, string> = {}) =>
    ready({ method, url: `http://registry.test${path}`, headers: new Headers(sent) }, {
      remoteAddress: "192.0.2.7",
    });
  /** Until one is refused, so that it is known that nothing is left. */
  const useUp = async (act: () => unknown) => {
    while ((await Promise.try(act).then(() => 200, (error) => error.status)) === 200);
  };
  const { limits } = services.auth;
  await useUp(() => limits.address("192.0.2.7"));
  const paths = [PATH, "/", "/nothing", "/api/auth/sign-in/email", "/api/whoami"];
  const refused = paths.flatMap((path) =>
    ["GET", "HEAD", "POST", "DELETE"].map((method) => asked(method, path))
  );
  assert.deepEqual(new Set(refused).size, 1, "one object, whatever is asked");
  const [reply] = refused;
  assert.deepEqual([reply?.status, reply?.headers["retry-after"]], [429, "1"]);
  assert.equal(JSON.parse(reply!.body as string).code, "rate_limited");
  const people = asked("GET", "/", { accept: "text/html,*/*" });
  assert.equal(people?.body, "Too many requests. Try again in 1 s.\n");

  assert.equal(asked("GET", "/api/whoami", { authorization }), undefined, "a good key has its own");
  assert.equal(asked("GET", "/api/whoami", { authorization: "Bearer x" }), undefined, "not known");
  const user = { id: ada.id, username: "ada" };
  const principal = { kind: "personalKey" as const, keyId: "k", user };
  await useUp(() => limits.caller(principal, "192.0.2.8"));
  assert.equal(asked("GET", "/api/whoami", { authorization })?.status, 429);
});
