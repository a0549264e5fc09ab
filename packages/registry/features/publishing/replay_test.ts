import assert from "node:assert/strict";
import { sweep } from "../../jobs.ts";
import { AUDIENCE, exchanged, refusal, trusting } from "./testing.ts";

Deno.test("of 50 exchanges of one token in parallel one is answered 201", async () => {
  await using world = await trusting();
  await world.add();
  const token = await world.issuer.token(AUDIENCE);
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.exchange(token)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array(49).fill(400)]);
  assert.ok(answers.every(({ status, body }) => status === 201 || body.code === "token_reused"));
  const made = await world.registry.services.db.selectFrom("publish_token").selectAll().execute();
  assert.equal(made.length, 1);
});

Deno.test("a token is good once up to the end of its time, whatever was swept meanwhile", async () => {
  await using world = await trusting();
  const { registry, issuer } = world;
  await world.add();
  const token = await issuer.token(AUDIENCE);
  await exchanged(world, token);
  const start = registry.clock.now.getTime();
  // It ends after 300 s, and is taken for 30 s more.
  for (const seconds of [0, 1, 299, 301, 329]) {
    registry.clock.now = new Date(start + seconds * 1000);
    await sweep(registry.services);
    assert.deepEqual(refusal(await world.exchange(token)), [400, "token_reused"], `${seconds} s`);
  }
  registry.clock.now = new Date(start + 340_000);
  await sweep(registry.services);
  assert.deepEqual(refusal(await world.exchange(token)), [401, "token_invalid"]);
  assert.deepEqual(
    await registry.services.db.selectFrom("publisher_seen").selectAll().execute(),
    [],
  );
});

Deno.test("another signature over the same token is the same token, and so is another token's jti", async () => {
  await using world = await trusting();
  const { issuer } = world;
  await world.add();
  const token = await issuer.token(AUDIENCE);
  await exchanged(world, token);
  // The last character of base64url holds bits that no signature has.
  const last = token.at(-1)!;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const near = alphabet[alphabet.indexOf(last) ^ 1]!;
  const again = await world.exchange(token.slice(0, -1) + near);
  assert.ok(["token_reused", "token_invalid"].includes(again.body.code));
  assert.notEqual(again.status, 201);
  await exchanged(world, await issuer.token(AUDIENCE, { jti: "one" }));
  const same = await world.exchange(await issuer.token(AUDIENCE, { jti: "one", run_id: "2" }));
  assert.deepEqual(refusal(same), [400, "token_reused"]);
});

Deno.test("tokens without a jti are told apart by what is signed", async () => {
  await using world = await trusting("buildkite");
  const { issuer } = world;
  await world.add();
  const token = await issuer.token(AUDIENCE);
  await exchanged(world, token);
  assert.deepEqual(refusal(await world.exchange(token)), [400, "token_reused"]);
  await exchanged(world, await issuer.token(AUDIENCE, { build_number: 18 }));
});

Deno.test("a token that no publisher trusted is not used up", async () => {
  await using world = await trusting();
  const token = await world.issuer.token(AUDIENCE);
  assert.deepEqual(refusal(await world.exchange(token)), [403, "no_publisher"]);
  await world.add();
  await exchanged(world, token);
});
