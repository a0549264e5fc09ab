import assert from "node:assert/strict";
import { addCollective, addPerson, addToken } from "../../testing/extensions/people.ts";
import { published } from "../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const DEVICE = "0e0e0e0e-1111-4222-8333-444455556666";
const NAME = "/api/v1/extensions/@acme/hello";
const LINE = /"event":"api\.request"/;

interface Counted {
  distinct_id: string;
  route: string;
  status: number;
}

/** A registry with telemetry switched on, unless told otherwise. */
async function counting(telemetry = "log") {
  const registry = await testRegistry({ environment: { SVC_TELEMETRY: telemetry } });
  const collective = await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "admin" });
  const user = await registry.services.db.selectFrom("user").select("id")
    .executeTakeFirstOrThrow();
  return {
    registry,
    collective,
    key,
    user: user.id,
    lines: () => registry.logged.filter((line) => LINE.test(line)),
    /** Sends one request and returns what was counted for it. */
    async count(path: string, headers: HeadersInit = {}, init: RequestInit = {}): Promise<Counted> {
      const before = registry.logged.length;
      const answer = await registry.request(path, { ...init, headers });
      await answer.body?.cancel();
      const lines = registry.logged.slice(before).filter((line) => LINE.test(line));
      assert.equal(lines.length, 1, `${path} is counted once`);
      const { time: _time, level: _level, event: _event, ...counted } = JSON.parse(lines[0]!);
      assert.equal(counted.status, answer.status);
      return counted;
    },
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, "svc-distinct-id": DEVICE });

Deno.test("telemetry is off by default: no request is counted", async () => {
  await using registry: TestRegistry = await testRegistry();
  assert.equal(registry.services.config.telemetry, "off");
  await (await registry.request("/api/v1/openapi.json")).body?.cancel();
  assert.deepEqual(registry.logged.filter((line) => LINE.test(line)), []);
});

Deno.test("rule 1: the header never authenticates, authorizes or resolves to a user (spec 5.2)", async () => {
  await using ours = await counting();
  const claims = [ours.user, ours.collective, `user_${ours.user}`, ours.key, DEVICE];
  for (const claim of claims) {
    const counted = await ours.count("/api/whoami", { "svc-distinct-id": claim });
    assert.equal(counted.status, 401);
    assert.notEqual(counted.distinct_id, `user_${ours.user}`);
    assert.notEqual(counted.distinct_id, `collective_${ours.collective}`);
  }
  const outsider = await addPerson(ours.registry.services, "eve");
  const refused = await ours.count(`${NAME}/rescore`, {
    authorization: `Bearer ${outsider}`,
    "svc-distinct-id": ours.user,
  }, { method: "POST" });
  assert.ok(refused.status === 403 || refused.status === 404);
});

Deno.test("rule 2: a canonical UUID is the device's id; any other header falls back to anon_ (spec 5.2)", async () => {
  await using ours = await counting();
  const of = async (header: string) =>
    (await ours.count("/api/v1/extensions/search", { "svc-distinct-id": header })).distinct_id;
  assert.equal(await of(DEVICE), DEVICE);
  assert.equal(await of(DEVICE.toUpperCase()), DEVICE);
  for (const other of ["", "ada", `{${DEVICE}}`, DEVICE.replaceAll("-", ""), `${DEVICE}0`]) {
    assert.match(await of(other), /^anon_[0-9a-f]{32}$/, other);
  }
});

Deno.test("rule 3: a session, a key and a token win over the header, whatever the answer is (spec 5.2)", async () => {
  await using ours = await counting();
  const person = `user_${ours.user}`;
  assert.deepEqual(await ours.count("/api/whoami", bearer(ours.key)), {
    distinct_id: person,
    route: "identity.whoami",
    status: 200,
  });
  assert.equal((await ours.count("/api/whoami", { "x-api-key": ours.key })).distinct_id, person);
  const token = await addToken(ours.registry.services, "acme", ["extensions:read"]);
  assert.deepEqual(await ours.count("/api/v1/collectives", bearer(token)), {
    distinct_id: `collective_${ours.collective}`,
    route: "collectives.list",
    status: 403,
  });
  const noKey = await ours.count("/api/whoami", bearer(`svc_${"0".repeat(32)}`));
  assert.deepEqual(
    [noKey.distinct_id, noKey.status],
    [DEVICE, 401],
    "what is not a key wins nothing",
  );
});

Deno.test("rule 3: a request that ends its session is counted as the session's person (spec 5.2)", async () => {
  await using ours = await counting();
  const body = { email: "bob@example.org", password: "a long password of bob", username: "bob" };
  const json = { "content-type": "application/json" };
  const signUp = await ours.registry.request("/api/auth/sign-up/email", {
    method: "POST",
    headers: json,
    body: JSON.stringify(body),
  });
  const { user } = await signUp.json();
  const cookie = signUp.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  const origin = "http://registry.test";
  const headers = { ...json, cookie, origin, "svc-distinct-id": DEVICE };
  assert.deepEqual(
    await ours.count("/api/auth/sign-out", headers, { method: "POST", body: "{}" }),
    {
      distinct_id: `user_${user.id}`,
      route: "/api/auth/sign-out",
      status: 200,
    },
  );
  assert.deepEqual(await ours.count("/api/whoami", headers), {
    distinct_id: DEVICE,
    route: "identity.whoami",
    status: 401,
  });
});

Deno.test("rule 4: without the header the id is an anon_ hash that changes on every call (spec 5.2)", async () => {
  await using ours = await counting();
  const ids = new Set<string>();
  for (let call = 0; call < 5; call++) {
    const { distinct_id } = await ours.count("/api/v1/extensions/search", { "user-agent": "svc" });
    assert.match(distinct_id, /^anon_[0-9a-f]{32}$/);
    ids.add(distinct_id);
  }
  assert.equal(ids.size, 5);
});

Deno.test("every request is counted: reads from memory, unknown paths, refused methods and bodies", async () => {
  await using ours = await counting();
  await published(ours.registry, ours.key);
  for (let read = 0; read < 3; read++) {
    assert.deepEqual(
      await ours.count(NAME, { "svc-distinct-id": DEVICE }),
      { distinct_id: DEVICE, route: "extensions.get", status: 200 },
    );
  }
  assert.equal((await ours.count("/api/v1/nothing")).status, 404);
  assert.equal((await ours.count("/api/whoami", {}, { method: "DELETE" })).status, 405);
  const broken = await ours.count(
    NAME,
    { ...bearer(ours.key), "content-type": "application/json" },
    {
      method: "PATCH",
      body: "{",
    },
  );
  assert.deepEqual([broken.route, broken.status], ["extensions.update", 400]);
});

Deno.test("a line holds the id, the route and the status: no address, no path, no secret", async () => {
  await using ours = await counting();
  await ours.count(`/api/v1/extensions/@acme/private-name`, bearer(ours.key));
  await ours.count(`/api/v1/${ours.key}/x`);
  for (const line of ours.lines()) {
    assert.deepEqual(Object.keys(JSON.parse(line)), [
      "time",
      "level",
      "event",
      "distinct_id",
      "route",
      "status",
    ]);
    assert.doesNotMatch(line, /127\.0\.0\.1|private-name/);
    assert.ok(!line.includes(ours.key));
  }
});
