import assert from "node:assert/strict";
import { collective, join, personalKey, send, signUp, token } from "./testing.ts";
import { testRegistry } from "../../testing.ts";

const DAY = 86_400_000;

Deno.test("a personal key tells the person, the collectives and the strongest plan (spec 2.5)", async () => {
  await using registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  await collective(registry, bob, "acme");
  await join(registry, bob, "acme", ada);
  await registry.services.db.updateTable("collective")
    .set({ plan: "team", subscription_status: "active" }).where("slug", "=", "acme").execute();
  const { key } = await personalKey(registry, ada);
  const { status, body } = await send(registry, "GET /api/whoami", { bearer: key });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.authenticated, body.id, body.username, body.email, body.plan],
    [true, ada.id, "ada", ada.email, "team"],
  );
  assert.deepEqual(body.organizations, [
    { slug: "ada", name: "ada", role: "owner", personal: true },
    { slug: "acme", name: "acme", role: "member", personal: false },
  ]);
  const [own, acme] = body.collectiveEntitlements;
  assert.equal(own.subscriptionStatus, null, "null for the owner of a free one");
  assert.ok(!Object.hasOwn(acme, "subscriptionStatus"), "missing, not null, for a plain member");
  assert.equal(acme.trial.state, "active", "a paying collective still has its trial in JSON");
  const bobs = await send(registry, "GET /api/whoami", { cookie: bob.cookie });
  assert.equal(bobs.body.collectiveEntitlements[1].subscriptionStatus, "active");
});

Deno.test("where no plans are offered whoami names no plan and no trial, which is the form without entitlements (spec 9.5)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await registry.services.db.updateTable("collective").set({ plan: "team" })
    .where("slug", "=", "ada").execute();
  const { key } = await personalKey(registry, ada);
  const { status, body } = await send(registry, "GET /api/whoami", { bearer: key });
  assert.equal(status, 200);
  assert.deepEqual(
    Object.keys(body).toSorted(),
    ["authenticated", "email", "id", "name", "organizations", "username"],
  );
});

Deno.test("a collective token tells the collective and its scopes, and no person (spec 2.5)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { id } = await collective(registry, ada, "acme", { name: "Acme Inc" });
  const { key } = await token(registry, ada, "acme", ["vault:*", "extensions:push"]);
  const { body } = await send(registry, "GET /api/whoami", { apiKey: key });
  assert.deepEqual(body, {
    authenticated: true,
    collectiveToken: true,
    collectiveId: id,
    collectiveSlug: "acme",
    scopes: ["extensions:push", "vault:*"],
    expiresAt: null,
    organizations: [{ slug: "acme", name: "Acme Inc", role: "token", personal: false }],
  });
});

Deno.test("the trial is computed from elapsed time, and its day 31 changes words only (spec 3.2)", async () => {
  await using registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const start = registry.clock.now.getTime();
  const at = async (days: number) => {
    registry.clock.now = new Date(start + days * DAY);
    return (await send(registry, "GET /api/whoami", { bearer: key })).body;
  };
  const trial = async (days: number) => {
    const { state, dayNumber, daysRemaining } = (await at(days)).collectiveEntitlements[0].trial;
    return [state, dayNumber, daysRemaining];
  };
  assert.deepEqual(await trial(0), ["active", 1, 30]);
  assert.deepEqual(await trial(17.5), ["active", 18, 13]);
  assert.deepEqual(await trial(29.9), ["active", 30, 1]);
  const before = await at(29.9);
  const after = await at(30);
  assert.deepEqual(await trial(30), ["expired", 31, 0]);
  assert.deepEqual([after.plan, after.organizations], [before.plan, before.organizations]);
});

Deno.test("whoami of a user in 50 collectives takes two queries", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (let index = 0; index < 49; index++) await collective(registry, ada, `club-${index}x`);
  const { key } = await personalKey(registry, ada);
  const executor = registry.services.db.getExecutor();
  const compile = executor.compileQuery.bind(executor);
  let queries = 0;
  executor.compileQuery = (...input: Parameters<typeof compile>) => {
    queries++;
    return compile(...input);
  };
  const { body } = await send(registry, "GET /api/whoami", { bearer: key });
  executor.compileQuery = compile;
  assert.equal(body.organizations.length, 50);
  assert.ok(queries > 0 && queries <= 2, `${queries} queries`);
});

Deno.test("the plan of a person is the strongest of their collectives', whatever their order (spec 2.5)", async () => {
  await using registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
  const ada = await signUp(registry, "ada");
  const { db } = registry.services;
  const plan = async () =>
    (await send(registry, "GET /api/whoami", { cookie: ada.cookie })).body.plan;
  assert.equal(await plan(), "free");
  for (const slug of ["one-club", "two-club", "three-club"]) await collective(registry, ada, slug);
  const orders = [["team", "free", "enterprise"], ["enterprise", "team", "free"], [
    "free",
    "team",
    "team",
  ]] as const;
  for (const [index, order] of orders.entries()) {
    for (const [at, slug] of ["one-club", "two-club", "three-club"].entries()) {
      await db.updateTable("collective").set({ plan: order[at]! }).where("slug", "=", slug)
        .execute();
    }
    assert.equal(await plan(), index === 2 ? "team" : "enterprise");
  }
});
