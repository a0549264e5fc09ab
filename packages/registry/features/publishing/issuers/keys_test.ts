import assert from "node:assert/strict";
import { startIssuer } from "@svc/fakes/oidc";
import { testRegistry } from "../../../testing.ts";
import { AUDIENCE, exchanged, refusal, trusting } from "../testing.ts";

const later = (world: Awaited<ReturnType<typeof trusting>>, minutes: number) => {
  const { clock } = world.registry;
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

Deno.test("keys are asked for once in ten minutes, however many tokens come", async () => {
  await using world = await trusting();
  await world.add();
  await Promise.all(Array.from({ length: 5 }, () => exchanged(world)));
  await exchanged(world);
  // Its description, and its keys.
  assert.equal(world.issuer.requests.length, 2);
  later(world, 11);
  await exchanged(world);
  assert.equal(world.issuer.requests.length, 3);
});

Deno.test("a new key is asked for at once, and unknown ones once a minute", async () => {
  await using world = await trusting();
  const { issuer } = world;
  await world.add();
  await exchanged(world);
  later(world, 2);
  await issuer.rotate();
  await exchanged(world);
  const asked = issuer.requests.length;
  for (let round = 0; round < 5; round++) {
    const token = await issuer.token(AUDIENCE, {}, { header: { kid: `made up ${round}` } });
    assert.deepEqual(refusal(await world.exchange(token)), [401, "token_invalid"]);
  }
  assert.equal(issuer.requests.length, asked);
});

Deno.test("while an issuer is out its last keys serve for a day, and a new key is 503", async () => {
  await using world = await trusting();
  const { issuer } = world;
  await world.add();
  await exchanged(world);
  issuer.fault = { status: 500 };
  later(world, 60);
  await exchanged(world);
  const unknown = await issuer.token(AUDIENCE, {}, { header: { kid: "new" } });
  assert.deepEqual(refusal(await world.exchange(unknown)), [503, "issuer_unavailable"]);
  later(world, 22 * 60);
  await exchanged(world);
  later(world, 2 * 60);
  assert.deepEqual(refusal(await world.exchange()), [503, "issuer_unavailable"]);
  issuer.fault = undefined;
  later(world, 2);
  await exchanged(world);
});

Deno.test("the last keys are known to a server that starts while the issuer is out", async () => {
  await using world = await trusting();
  const { issuer, registry } = world;
  await world.add();
  await exchanged(world);
  issuer.fault = { status: 500 };
  const { db } = registry.services;
  const stored = await db.selectFrom("publishing_issuer").selectAll().execute();
  assert.deepEqual(stored.map(({ url }) => url), [issuer.issuer]);
  await using other = await testRegistry({
    fetch: globalThis.fetch,
    now: registry.clock.now,
    environment: { SVC_OIDC_ISSUERS: `github=${issuer.issuer}` },
  });
  await other.services.db.insertInto("publishing_issuer").values(stored[0]!).execute();
  const answer = await other.request("/api/v1/publishing/exchange", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: await issuer.token(AUDIENCE) }),
  });
  assert.deepEqual([answer.status, (await answer.json()).code], [403, "no_publisher"]);
});

for (const keySet of ["empty", "oct", "huge", "redirect"] as const) {
  Deno.test(`a hostile set of keys is no set: ${keySet}`, async () => {
    await using world = await trusting();
    await world.add();
    world.issuer.keySet = keySet;
    assert.deepEqual(refusal(await world.exchange()), [503, "issuer_unavailable"]);
    assert.ok(world.issuer.requests.every(({ path }) => path !== "/other-keys"));
  });
}

Deno.test("a key that is too short to trust verifies nothing", async () => {
  await using world = await trusting();
  await world.add();
  world.issuer.keySet = "weak";
  assert.deepEqual(refusal(await world.exchange()), [401, "token_invalid"]);
});

for (const fault of ["malformed", "broken", { status: 404 }] as const) {
  Deno.test(`an issuer that answers ${JSON.stringify(fault)} is out`, async () => {
    await using world = await trusting();
    await world.add();
    world.issuer.fault = fault;
    assert.deepEqual(refusal(await world.exchange()), [503, "issuer_unavailable"]);
  });
}

Deno.test("two issuers with one key id are not mixed up", async () => {
  await using other = await startIssuer("github");
  await using world = await trusting();
  await world.add();
  await exchanged(world);
  const token = await other.token(AUDIENCE, { iss: world.issuer.issuer });
  assert.deepEqual(refusal(await world.exchange(token)), [401, "token_invalid"]);
});
